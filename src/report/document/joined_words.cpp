#include "report/document/joined_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline report {
namespace {

constexpr std::string_view between_words = "; ";

}  // namespace

std::string joined_words(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, between_words));
}

std::vector<std::string> separate_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between_words), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between_words.size(), text.size()));
  }
  return words;
}

}  // namespace ebb::inline report
