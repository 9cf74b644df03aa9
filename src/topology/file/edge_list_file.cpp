#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parsed_number.hpp"
#include "base/trimmed.hpp"
#include "topology/file/file_formats.hpp"
#include "topology/file/line_words.hpp"

namespace ebb::inline topology {
namespace {

constexpr std::string_view blank = " \t\r,;";

/// Returns values between commas; a comma inside of "double quotes" is part of a value.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> found(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      found.emplace_back();
    else
      found.back() += c;
  }
  for (std::string& cell : found) cell = trimmed(cell);
  return found;
}

/// Takes one value or key of a Python dictionary from the front of the text: quoted, in brackets, or a bare
/// word.
std::string take_python(std::string_view& text, std::string_view ends) {
  text = trimmed(text);
  std::string out;
  if (!text.empty() && (text[0] == '\'' || text[0] == '"')) {
    const std::size_t end = std::min(text.find(text[0], 1), text.size());
    out = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    return out;
  }
  int depth = 0;
  std::size_t at = 0;
  for (; at < text.size() && (depth > 0 || ends.find(text[at]) == std::string_view::npos); ++at)
    depth += (text[at] == '[' || text[at] == '(' || text[at] == '{') -
             (text[at] == ']' || text[at] == ')' || text[at] == '}');
  out = trimmed(text.substr(0, at));
  text.remove_prefix(at);
  return out;
}

/// Parses the dictionary that NetworkX writes after a cable: {'rate': '100Gb/s', 'weight': 2}. Empty when it
/// is none.
std::optional<Attributes> python_dictionary(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  Attributes attributes;
  while (!trimmed(text).empty()) {
    const std::string key = take_python(text, ":");
    text = trimmed(text);
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
    const std::string value = take_python(text, ",");
    if (value != "None") attributes.emplace_back(key, value);
    text = trimmed(text);
    if (text.starts_with(','))
      text.remove_prefix(1);
    else if (!text.empty())
      return std::nullopt;
  }
  return attributes;
}

/// Parses the words from the third on (of a node: from the second on), if all of them are key=value.
std::optional<Attributes> pairs(const std::vector<std::string_view>& found, std::size_t from) {
  Attributes attributes;
  for (std::size_t i = from; i < found.size(); ++i) {
    const std::size_t equals = found[i].find('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    attributes.emplace_back(found[i].substr(0, equals), found[i].substr(equals + 1));
  }
  return attributes;
}

class EdgeListReader {
 public:
  explicit EdgeListReader(FileBuilder& file) : file_(file) {}

  void read(const std::string& where, std::string_view line) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) return;
    if (!columns_.empty())
      read_row(where, cells(line));
    else if (!seen_any_ && is_header(cells(line)))
      columns_ = cells(line);
    else
      read_line(where, line);
    seen_any_ = true;
  }

  /// Sums up the lines that were not shown.
  void finish() {
    if (wrong_ > most_lines)
      file_.complain(
          "", fmt::format("has {} more lines that are no cables", wrong_ - most_lines),
          "is this file a network? a line of one is a cable: two names of switches, then attributes as "
          "key=value");
  }

 private:
  static constexpr std::size_t most_lines = 3;

  void complain(const std::string& where, std::string what, std::string hint) {
    if (++wrong_ <= most_lines) file_.complain(where, std::move(what), std::move(hint));
  }
  static bool is_header(const std::vector<std::string>& names) {
    return names.size() >= 2 &&
           ((names[0] == "source" && names[1] == "target") || (names[0] == "from" && names[1] == "to"));
  }
  void link(const std::string& where, std::string_view a, std::string_view b, const Attributes& attributes) {
    file_.node(where, a), file_.node(where, b);
    file_.add_link(where, a, b, attributes);
  }
  void read_row(const std::string& where, const std::vector<std::string>& row) {
    if (row.size() != columns_.size() || row[0].empty() || row[1].empty()) {
      complain(where, fmt::format("has {} values, but the first line names {}", row.size(), columns_.size()),
               "give each column a value; only attributes may be empty");
      return;
    }
    Attributes attributes;
    for (std::size_t i = 2; i < row.size(); ++i) attributes.emplace_back(columns_[i], row[i]);
    link(where, row[0], row[1], attributes);
  }
  /// Reads a cable in NetworkX's form, followed by a dictionary.
  void read_with_dictionary(const std::string& where, std::string_view front, std::string_view dictionary) {
    const auto attributes = python_dictionary(dictionary);
    const std::vector<std::string_view> found = words_of(front, blank);
    if (found.size() == 2 && attributes) return link(where, found[0], found[1], *attributes);
    std::vector<std::string> names = cells(front);
    if (names.size() > 2 && names.back().empty()) names.pop_back();  // "a, b, {…}"
    if (names.size() == 2 && !names[0].empty() && !names[1].empty() && attributes)
      return link(where, names[0], names[1], *attributes);
    if (attributes && found.size() > 2)
      return complain(
          where, fmt::format("has {} words before its braces, but a cable is two names", found.size()),
          "names with blanks need commas: nx.write_edgelist(G, path, delimiter=\",\"), or nx.write_graphml");
    complain(where, "has braces, but is not a cable in NetworkX's format",
             "for example: leaf1 spine1 {'rate': '100Gb/s'}");
  }
  void read_line(const std::string& where, std::string_view line) {
    if (const std::size_t brace = line.find('{'); brace != std::string_view::npos)
      return read_with_dictionary(where, line.substr(0, brace), line.substr(brace));
    const std::vector<std::string_view> found = words_of(line, blank);
    const bool is_node = found.size() >= 2 && found[1].find('=') != std::string_view::npos;
    if (is_node && pairs(found, 1)) return file_.describe(where, found[0], *pairs(found, 1));
    if (found.size() >= 2 && !is_node && pairs(found, 2))
      return link(where, found[0], found[1], *pairs(found, 2));
    if (const auto names = cells(line); names.size() == 2 && line.find('=') == std::string_view::npos &&
                                        !names[0].empty() && !names[1].empty())
      return link(where, names[0], names[1], {});
    if (found.size() == 3 && parsed_number<double>(found[2]))
      return complain(
          where, fmt::format("has a number {} without a name, as nx.write_weighted_edgelist does", found[2]),
          "name the attribute: nx.write_edgelist(G, path) names it, and so does \"a b rate_gbps=100\"");
    complain(where, fmt::format("has {} words, but a cable is two names of switches", found.size()),
             "write one cable per line, then attributes as key=value: leaf1 spine1 rate=100Gb/s; repeat "
             "the line for parallel links");
  }

  FileBuilder& file_;
  std::vector<std::string> columns_;
  bool seen_any_ = false;
  std::size_t wrong_ = 0;  ///< lines that are no cables
};

}  // namespace

void read_edge_list(std::string_view text, FileBuilder& file) {
  EdgeListReader reader(file);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    reader.read(fmt::format("{}", number), text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  reader.finish();
}

}  // namespace ebb::inline topology
