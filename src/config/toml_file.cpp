#include "config/toml_file.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ebb {
namespace {

std::string place(const std::string& name, const toml::source_region& at) {
  return fmt::format("{}:{}:{}", name, at.begin.line, at.begin.column);
}

Node convert(const toml::node& from, const std::string& name, std::string_view path, Problems& problems) {
  Node to;
  to.where = place(name, from.source());
  if (const auto* table = from.as_table()) {
    to.kind = Node::Kind::table;
    for (const auto& [key, value] : *table) {
      const std::string below = path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str());
      to.entries.emplace_back(key.str(), convert(value, name, below, problems));
      to.entries.back().second.where = place(name, value.is_table() ? value.source() : key.source());
    }
  } else if (const auto* array = from.as_array()) {
    to.kind = Node::Kind::array;
    for (const auto& item : *array) to.items.push_back(convert(item, name, path, problems));
  } else if (const auto b = from.value_exact<bool>()) {
    to.kind = Node::Kind::boolean, to.boolean = *b;
  } else if (const auto i = from.value_exact<std::int64_t>()) {
    to.kind = Node::Kind::integer, to.integer = *i;
  } else if (const auto d = from.value_exact<double>()) {
    to.kind = Node::Kind::real, to.real = *d;
  } else if (const auto s = from.value_exact<std::string>()) {
    to.kind = Node::Kind::text, to.text = *s;
  } else {
    problems.push_back(to.problem(path, "is a date or a time of day, which no setting of ebb is",
                                  "write a duration as text with its unit, like \"1us\""));
  }
  return to;
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t limit) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return Problem{path, "there is no such file",
                   "check the path; ebb reads it relative to the current folder"};
  if (std::filesystem::is_directory(status))
    return Problem{path, "is a folder, not a file", "name a file in it"};
  if (!std::filesystem::is_regular_file(status))
    return Problem{path, "is no regular file", "name a file on disk"};
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > limit)
    return Problem{
        path, fmt::format("is {} MB large, but at most {} MB are read", size / 1'000'000, limit / 1'000'000),
        "is this the right file?"};
  std::ifstream in(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
    return Problem{path, fmt::format("cannot be read: {}", std::strerror(errno)), "check its permissions"};
  return text;
}

Result<Node> parse_toml(std::string_view text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Problem{name, "is empty", "start from one of the files under examples/"};
  if (text.find('\0') != std::string_view::npos)
    return Problem{name, "holds binary data, not text", "a configuration is a TOML text file"};
  try {
    const toml::table table = toml::parse(text, std::string_view(name));
    Problems problems;
    Node root = convert(table, name, "", problems);
    root.where = name;
    if (!problems.empty()) return problems;
    return root;
  } catch (const toml::parse_error& e) {
    return Problem{place(name, e.source()), fmt::format("is no valid TOML: {}", e.description()),
                   "see docs/config.md for a complete example"};
  }
}

Result<Node> read_toml(const std::string& path) {
  auto text = read_text_file(path, largest_config);
  if (!text) return text.problems();
  return parse_toml(*text, path);
}

}  // namespace ebb
