#include "tasks/serve/run_filter.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "base/problem.hpp"
#include "report/document/render.hpp"
#include "tasks/results/plain_quantity.hpp"

namespace ebb::inline tasks {
namespace {

/// Longer ones first: "<=" is not "<" and a value.
constexpr std::array<std::string_view, 6> signs{"<=", ">=", "!=", "<", ">", "="};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

struct Term {
  std::string name, value;
  std::string_view sign;  ///< empty: `name` is a word
};

Term term_of(const std::string& text) {
  const std::size_t at = text.find_first_of("<>=!");
  if (at == std::string::npos || at == 0) return {text, "", ""};
  for (const std::string_view sign : signs)
    if (text.compare(at, sign.size(), sign) == 0)
      return {text.substr(0, at), text.substr(at + sign.size()), sign};
  return {text, "", ""};
}

bool holds(int order, std::string_view sign) {
  if (sign == "=") return order == 0;
  if (sign == "!=") return order != 0;
  if (sign == "<") return order < 0;
  if (sign == ">") return order > 0;
  return sign == "<=" ? order <= 0 : order >= 0;
}

}  // namespace

Result<RunFilter> RunFilter::read(const Snapshot& snapshot, const std::string& text) {
  RunFilter filter;
  Problems problems;
  std::istringstream terms(text);
  for (std::string word; terms >> word;) {
    const Term term = term_of(word);
    if (term.sign.empty()) {
      filter.words_.push_back(lower(word));
      continue;
    }
    auto column = RunColumn::find(snapshot, term.name, "filter");
    if (column)
      filter.comparisons_.push_back({*column, term.sign, setting_cell(term.value)});
    else
      problems.insert(problems.end(), column.problems().begin(), column.problems().end());
  }
  if (!problems.empty()) return problems;
  if (!filter.words_.empty()) {
    std::vector<std::string> names{"id", "file", "verdict", "source"};
    names.insert(names.end(), snapshot.varied.begin(), snapshot.varied.end());
    for (const std::string& name : names)
      if (auto column = RunColumn::find(snapshot, name, "filter")) filter.searched_.push_back(*column);
  }
  return filter;
}

bool RunFilter::mentions(const ServedRun& run, const std::string& word) const {
  return std::any_of(searched_.begin(), searched_.end(), [&](const RunColumn& column) {
    return lower(cell_text(column.value(run), {})).find(word) != std::string::npos;
  });
}

bool RunFilter::admits(const ServedRun& run) const {
  for (const Comparison& wanted : comparisons_) {
    const Cell value = wanted.column.value(run);
    const bool known = value.value().index() != 0;
    if (!known ? wanted.sign != "!=" : !holds(compare_cells(value, wanted.value), wanted.sign)) return false;
  }
  return std::all_of(words_.begin(), words_.end(),
                     [&](const std::string& word) { return mentions(run, word); });
}

}  // namespace ebb::inline tasks
