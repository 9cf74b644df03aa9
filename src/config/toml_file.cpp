#include "config/toml_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <tuple>

#include "base/problem.hpp"
#include "config/before_parsing.hpp"
#include "config/data_files.hpp"
#include "config/old_spellings.hpp"
#include "config/standard_input.hpp"
#include "config/toml_words.hpp"

// The parser asserts its assumptions about the input, and a release build turns that into an assumption of
// the optimiser: unexpected bytes would be undefined behaviour. An exception is a refusal like any other.
// (Only this file may include toml++: the setting must be the same everywhere.)
namespace ebb::inline config {
struct ParserSurprised {};
[[noreturn]] inline void parser_surprised() { throw ParserSurprised{}; }
}  // namespace ebb::inline config
#undef NDEBUG
#define TOML_ASSERT(condition) \
  (static_cast<bool>(condition) ? static_cast<void>(0) : ::ebb::parser_surprised())
#include <toml++/toml.h>

namespace ebb::inline config {
namespace {

std::string place(const std::string& name, const toml::source_region& at) {
  return fmt::format("{}:{}:{}", name, at.begin.line, at.begin.column);
}

class Converter {
 public:
  explicit Converter(const std::string& name) : name_(name) {}

  Result<Node> convert_file(const toml::table& table) {
    Node root = convert(table, name_, "");
    if (!problems_.empty()) return problems_;
    return root;
  }

 private:
  Node convert(const toml::node& from, std::string where, std::string_view path) {
    Node to;
    to.where = std::move(where);
    if (const auto* table = from.as_table()) {
      to.kind = Node::Kind::table;
      to.entries = convert_entries(*table, path);
    } else if (const auto* array = from.as_array()) {
      to.kind = Node::Kind::array;
      for (const auto& item : *array) to.items.push_back(convert(item, place(name_, item.source()), path));
    } else if (const auto b = from.value_exact<bool>()) {
      to.kind = Node::Kind::boolean, to.boolean = *b;
    } else if (const auto i = from.value_exact<std::int64_t>()) {
      to.kind = Node::Kind::integer, to.integer = *i;
    } else if (const auto d = from.value_exact<double>()) {
      to.kind = Node::Kind::real, to.real = *d;
    } else if (const auto s = from.value_exact<std::string>()) {
      to.kind = Node::Kind::text, to.text = *s;
    } else {
      problems_.push_back(to.problem(path, "is a date or a time of day, but no setting of ebb takes one",
                                     "write a duration as text with its unit, like \"1us\""));
    }
    return to;
  }

  /// The parser keeps keys in alphabetical order; users expect the order of the file.
  std::vector<Node::Entry> convert_entries(const toml::table& table, std::string_view path) {
    std::vector<std::pair<const toml::key*, const toml::node*>> sorted;
    for (const auto& [key, value] : table) sorted.emplace_back(&key, &value);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      const toml::source_position &x = a.first->source().begin, &y = b.first->source().begin;
      return std::tie(x.line, x.column) < std::tie(y.line, y.column);
    });
    std::vector<Node::Entry> entries;
    for (const auto& [key, value] : sorted) {
      const auto* section = value->as_table();
      const bool headed = section && !section->is_inline();
      const std::string name(key->str());
      entries.push_back({name, convert(*value, place(name_, headed ? value->source() : key->source()),
                                       path.empty() ? name : fmt::format("{}.{}", path, name))});
    }
    return entries;
  }

  const std::string& name_;
  Problems problems_;
};

Problem invalid(std::string where, std::string_view why) {
  return {std::move(where), fmt::format("is not valid TOML: {}", why),
          "see docs/reference/config.md for a complete example"};
}

Problem empty(const std::string& name) {
  return {name, "is empty", "start from one of the files under examples/"};
}

/// A shipped file is missing together with all others, or not at all.
std::string missing_file_hint(const std::string& path) {
  const std::string nowhere = missing_data_hint();
  if (!nowhere.empty() && path.starts_with(data_file(""))) return nowhere;
  return "check the path; ebb reads it relative to the current folder";
}

/// Reads all of standard input. It can be read once, but a command may read its file twice.
Result<std::string> read_standard_input(std::size_t limit) {
  static const std::string text = [limit] {
    std::string all;
    std::array<char, 1 << 16> part{};
    while (all.size() <= limit && std::cin.read(part.data(), part.size()).gcount() > 0)
      all.append(part.data(), static_cast<std::size_t>(std::cin.gcount()));
    return all;
  }();
  if (text.size() > limit)
    return Problem{std::string(standard_input), fmt::format("has more than {} MB", limit / 1'000'000),
                   "is this the right input?"};
  return text;
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t limit) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return Problem{path, "there is no such file", missing_file_hint(path)};
  if (error) return Problem{path, fmt::format("cannot be read: {}", error.message()), "check the path"};
  if (std::filesystem::is_directory(status))
    return Problem{path, "is a folder, not a file", "name a file in it"};
  if (!std::filesystem::is_regular_file(status))
    return Problem{path, "is not a regular file", "name a file on disk"};
  const auto size = std::filesystem::file_size(path, error);
  if (error) return Problem{path, fmt::format("cannot be read: {}", error.message()), "check the path"};
  if (size > limit)
    return Problem{
        path, fmt::format("is {} MB large, but at most {} MB are read", size / 1'000'000, limit / 1'000'000),
        "check the path, or make the file smaller"};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
    return Problem{path, fmt::format("cannot be read: {}", errno ? std::strerror(errno) : "it ended early"),
                   "check its permissions"};
  return text;
}

Result<Node> parse_toml(std::string_view text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return empty(name);
  if (text.find('\0') != std::string_view::npos)
    return Problem{name, "holds binary data, not text", "name a TOML file"};
  if (auto problem = check_before_parsing(text, name)) return *problem;
  try {
    const toml::table table = toml::parse(text, std::string_view(name));
    if (table.empty()) return empty(name);
    auto root = Converter(name).convert_file(table);
    if (root) root->notices = renew_spellings(*root);
    return root;
  } catch (const toml::parse_error& e) {
    return invalid(place(name, e.source()), in_own_words(e.description()));
  } catch (const ParserSurprised&) {
    return invalid(name, "the parser cannot read it");
  }
}

Result<Node> read_toml(const std::string& path) {
  auto text =
      path == standard_input ? read_standard_input(largest_config) : read_text_file(path, largest_config);
  if (!text) return text.problems();
  return parse_toml(*text, path);
}

}  // namespace ebb::inline config
