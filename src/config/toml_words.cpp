#include "config/toml_words.hpp"

#include <fmt/format.h>

#include <utility>

namespace ebb::inline config {
namespace {

constexpr std::string_view beginning = "Error while parsing ";

/// Returns the element at the position, with its article.
std::string_view thing(std::string_view parsed) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"key-value pair", "a line `key = value`"},
      {"key", "a key"},
      {"table header", "a section header `[name]`"},
      {"inline table", "a table `{ … }`"},
      {"array", "a list `[ … ]`"},
      {"string", "a text"},
      {"boolean", "a boolean"},
      {"value", "a value"},
      {"comment", "a comment"}};
  for (const auto& [theirs, ours] : words)
    if (parsed == theirs) return ours;
  if (parsed.ends_with("integer") || parsed.starts_with("floating")) return "a number";
  if (parsed.ends_with("date") || parsed.ends_with("time") || parsed.starts_with("date"))
    return "a date or time";
  return "a line";
}

/// Returns the part in quotes: 'a'.
std::string_view quoted(std::string_view text) {
  const std::size_t from = text.find('\''), to = text.rfind('\'');
  return from == text.npos || to == from ? std::string_view{} : text.substr(from, to - from + 1);
}

std::string unexpected(std::string_view parsed, std::string_view detail) {
  const std::string_view saw = detail.substr(detail.find("saw ") + 4);
  if (saw.starts_with("closing")) return fmt::format("{} has a comma before its end", thing(parsed));
  if (detail.find("end-of-file") != detail.npos) return fmt::format("the file ends within {}", thing(parsed));
  const std::string_view what = saw.front() == '\'' ? quoted(saw) : saw;
  if (detail.starts_with("expected a comment"))
    return fmt::format("{} has ended, but {} follows on the same line", thing(parsed), what);
  if (detail.starts_with("expected '='")) return fmt::format("`=` is expected after a key, not {}", what);
  return fmt::format("{} cannot contain {} here", thing(parsed), what);
}

}  // namespace

std::string in_own_words(std::string_view complaint) {
  if (complaint.find("utf-8") != complaint.npos || complaint.find("UTF-8") != complaint.npos)
    return "it has bytes that are not UTF-8";
  if (!complaint.starts_with(beginning)) return "the syntax is not TOML";
  complaint.remove_prefix(beginning.size());
  const std::size_t colon = complaint.find(": ");
  if (colon == complaint.npos) return fmt::format("{} is not complete", thing(complaint));
  const std::string_view parsed = complaint.substr(0, colon), detail = complaint.substr(colon + 2);
  if (detail.find("encountered end-of-file") != detail.npos)
    return fmt::format("the file ends within {}", thing(parsed));
  if (detail.find("redefine") != detail.npos) return fmt::format("{} is defined twice", quoted(detail));
  if (detail.find("escape sequence") != detail.npos)
    return fmt::format("a text cannot have {}: write \\\\ for a backslash", quoted(detail));
  if (detail.find("control character") != detail.npos)
    return fmt::format("{} holds a control character", thing(parsed));
  if (detail.find("not representable") != detail.npos)
    return fmt::format("{} is a number that does not fit into 64 bits", quoted(detail));
  if (detail.find("underscore") != detail.npos) return "an underscore in a number must be between digits";
  if (detail.find("saw ") != detail.npos) return unexpected(parsed, detail);
  if (const std::string_view what = quoted(detail); !what.empty())
    return fmt::format("{} cannot be read as {}", what, thing(parsed));
  return fmt::format("{} has invalid syntax", thing(parsed));
}

}  // namespace ebb::inline config
