#include "base/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

namespace ebb::inline base {
namespace {

/// The parts of "file:12:3: key". Line 0 when it has no such position.
struct Place {
  std::string_view file;
  std::int64_t line = 0, column = 0;
};

/// Reads digits after the colon at `at`, up to the next colon or the end, and moves `at` there. 0: none.
std::int64_t number_after(std::string_view text, std::size_t& at) {
  std::int64_t value = 0;
  std::size_t end = at + 1;
  while (end < text.size() && end < at + 10 && text[end] >= '0' && text[end] <= '9')
    value = value * 10 + (text[end++] - '0');
  if (end == at + 1 || (end < text.size() && text[end] != ':')) return 0;
  at = end;
  return value;
}

Place place_of(std::string_view where) {
  for (std::size_t colon = where.find(':'); colon != std::string_view::npos;
       colon = where.find(':', colon + 1)) {
    std::size_t at = colon;
    const std::int64_t line = number_after(where, at);
    if (line == 0 || at >= where.size()) continue;
    const std::int64_t column = number_after(where, at);
    if (column != 0) return {where.substr(0, colon), line, column};
  }
  return {};
}

/// A byte inside a UTF-8 character, where a text must not be cut.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::string printable(std::string_view text, std::size_t longest = 400) {
  std::string out(text.substr(0, longest));
  if (text.size() > longest) {
    std::size_t first = longest - longest / 4, last = text.size() - longest / 4;
    while (first > 0 && continues(text[first])) --first;
    while (last < text.size() && continues(text[last])) ++last;
    out = fmt::format("{} … {}", text.substr(0, first), text.substr(last));
  }
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out;
}

}  // namespace

void sort_by_place(Problems& problems) {
  using Key = std::tuple<std::size_t, std::int64_t, std::int64_t>;  // file by first mention, line, column
  std::map<std::string_view, std::size_t> first_mention;
  std::vector<std::pair<Key, std::size_t>> order;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Place place = place_of(problems[i].where);
    const std::size_t file = first_mention.emplace(place.file, first_mention.size()).first->second;
    order.push_back({{file, place.line, place.column}, i});
  }
  std::sort(order.begin(), order.end());
  Problems sorted;
  for (const auto& [key, i] : order) sorted.push_back(problems[i]);
  problems = std::move(sorted);
}

std::string to_text(const Problems& problems) {
  std::string text;
  for (std::size_t i = 0; i < std::min(problems.size(), most_shown); ++i) {
    const Problem& p = problems[i];
    text +=
        p.where.empty() ? printable(p.what) : fmt::format("{}: {}", printable(p.where), printable(p.what));
    text += '\n';
    if (!p.hint.empty()) text += fmt::format("    hint: {}\n", printable(p.hint, 4'000));
  }
  if (problems.size() > most_shown) text += fmt::format("… and {} more\n", problems.size() - most_shown);
  return text;
}

}  // namespace ebb::inline base
