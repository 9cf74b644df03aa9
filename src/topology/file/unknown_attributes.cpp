#include "topology/file/unknown_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/spelling.hpp"

namespace ebb::inline topology {
namespace {

constexpr std::array<std::string_view, 14> units = {"ps",   "ns",   "us",   "ms", "s",  "bps", "kbps",
                                                    "mbps", "gbps", "tbps", "mb", "gb", "m",   "km"};
/// Attributes of other programs that resemble one of ours by accident.
constexpr std::array<std::string_view, 4> words_of_others = {"date", "port", "ports", "rule"};

template <class Words>
bool is_among(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string UnknownAttributes::see(const std::string& word, const std::vector<std::string_view>& known) {
  if (counts_[word]++ > 0) return "";
  if (const std::size_t line = word.rfind('_'); line != std::string::npos)  // "delay_ns"
    if (const std::string front = word.substr(0, line);
        is_among(front, known) && is_among(word.substr(line + 1), units))
      return fmt::format("\"{}\", with the unit in its value", front);
  if (word.size() < 4 || is_among(word, words_of_others)) return "";
  const std::string near = nearest(word, {known.begin(), known.end()});
  const bool slip = near.size() >= 4 && edit_distance(word, near) <= (word.size() < 10 ? 1u : 2u);
  return slip ? fmt::format("\"{}\"", near) : "";
}

}  // namespace ebb::inline topology
