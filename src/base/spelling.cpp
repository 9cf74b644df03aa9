#include "base/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ebb::inline base {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  const std::string word = lower(typed.substr(0, 64));
  std::string best;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edits(word, lower(name));
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
