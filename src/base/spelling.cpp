#include "base/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ebb::inline base {
namespace {

constexpr std::size_t most_listed = 30;  // a longer list is not read

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// Whether a part of the name ("flattened", "butterfly") is nearly the word.
bool has_part(std::string_view name, std::string_view word) {
  const std::size_t few = word.size() / 4;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('_'));
    if (part.size() > few && edit_distance(word, part) <= few) return true;
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return false;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
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
  if (begun != names.end()) return *begun;
  const auto with = std::find_if(names.begin(), names.end(),
                                 [&](const std::string& name) { return has_part(lower(name), word); });
  return with == names.end() ? "" : *with;
}

std::vector<std::string> nearest_names(std::string_view typed, std::vector<std::string> names,
                                       std::size_t most) {
  const std::string word = lower(typed.substr(0, 64));
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(word, lower(a)) < edit_distance(word, lower(b));
  });
  names.resize(std::min(names.size(), most));
  return names;
}

std::string name_hint(std::string_view typed, const std::vector<std::string>& names) {
  if (names.empty()) return "nothing is expected here";
  const std::string guess = nearest(typed, names);
  const std::string all = names.size() > most_listed
                              ? fmt::format("nearest of the {} valid names: {}", names.size(),
                                            fmt::join(nearest_names(typed, names, 3), ", "))
                              : fmt::format("valid: {}", fmt::join(names, ", "));
  return guess.empty() ? all : fmt::format("did you mean \"{}\"? {}", guess, all);
}

}  // namespace ebb::inline base
