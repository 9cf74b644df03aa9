#include "base/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/edit_distance.hpp"

namespace ebb::inline base {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  const std::string word = lower(typed.substr(0, 64));
  std::string best;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(word, lower(name));
    if (distance < fewest) fewest = distance, best = name;
  }
  if (!best.empty() || word.size() < 3) return best;
  const auto begun = std::find_if(names.begin(), names.end(),
                                  [&](const std::string& name) { return lower(name).starts_with(word); });
  return begun == names.end() ? "" : *begun;
}

std::string name_hint(std::string_view typed, const std::vector<std::string>& names) {
  if (names.empty()) return "nothing is expected here";
  const std::string guess = nearest(typed, names);
  const std::string all = fmt::format("valid: {}", fmt::join(names, ", "));
  return guess.empty() ? all : fmt::format("did you mean \"{}\"? {}", guess, all);
}

}  // namespace ebb::inline base
