#include "report/document/fit_width.hpp"

#include <algorithm>
#include <vector>

#include "report/document/fit_table.hpp"
#include "report/document/wrapped_text.hpp"

namespace ebb::inline report {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Returns the columns of a rule of dashes, none when the line is no rule of several columns.
std::vector<TextSpan> columns_of(std::string_view rule) {
  std::vector<TextSpan> columns;
  for (std::size_t at = 0; at < rule.size();) {
    const std::size_t end = std::min(rule.find_first_not_of('-', at), rule.size());
    if (end == at) return {};
    columns.push_back({at, end});
    if (end == rule.size()) break;
    if (rule.substr(end, 2) != "  ") return {};
    at = end + 2;
  }
  return columns.size() > 1 ? columns : std::vector<TextSpan>{};
}

/// A row leaves the gaps between the columns free. A note below the table does not.
bool is_row(std::string_view line, const std::vector<TextSpan>& columns) {
  if (line.empty()) return false;
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    for (const char c : part_of(line, columns[i].to, columns[i + 1].from))
      if (c != ' ') return false;
  return true;
}

/// Returns the indent of the lines that a line of prose is broken into: under its text, when that follows a
/// name ("verdict   …") or a number ("[3] …"); else its own indent.
std::size_t text_begin(std::string_view line) {
  constexpr std::size_t names = 10;  // width of the names of NamedLines
  if (line.starts_with('[')) {
    const std::size_t end = line.find("] ");
    if (end < names) return end + 2;
  }
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const bool named = begin == 0 && line.size() > names && line[names - 1] == ' ' && line[names] != ' ' &&
                     line.find("  ") < names;
  // A short name may fill its column except for one space: "deadlines …".
  const bool filled = begin == 0 && line.find(' ') == names - 1;
  return named || filled ? names : begin;
}

std::string broken(std::string_view line, std::size_t width) {
  if (shown_width(line) <= width) return std::string(line) + "\n";
  const std::size_t begin = text_begin(line);
  return wrapped(std::string(line.substr(0, begin)), line.substr(begin), begin, width);
}

}  // namespace

std::string fitted(std::string_view text, std::size_t width) {
  const Lines lines = lines_of(text);
  std::string out;
  for (std::size_t i = 0; i < lines.size();) {
    const auto columns = i + 1 < lines.size() ? columns_of(lines[i + 1]) : std::vector<TextSpan>{};
    if (columns.empty() || columns.back().to <= width) {
      out += broken(lines[i++], width);
      continue;
    }
    std::size_t end = i + 2;
    while (end < lines.size() && is_row(lines[end], columns)) ++end;
    const Lines table(lines.begin() + static_cast<std::ptrdiff_t>(i),
                      lines.begin() + static_cast<std::ptrdiff_t>(end));
    out += fitted_table(table, columns, width);
    i = end;
  }
  return out;
}

}  // namespace ebb::inline report
