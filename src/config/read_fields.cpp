#include "config/read_fields.hpp"

#include <charconv>
#include <optional>

#include "base/parsed_number.hpp"
#include "base/result.hpp"

namespace ebb::inline config {
namespace {

Problem wrong_kind(const Node& node, std::string_view path, std::string_view expected,
                   std::string_view example) {
  return node.problem(path, fmt::format("is {}, but {} is expected", node.kind_name(), expected),
                      fmt::format("for example: {}", example));
}

template <class T>
void read_quantity(const Node& node, std::string_view path, T& out, Problems& problems,
                   Result<T> (*parse)(std::string_view), std::string_view expected,
                   std::string_view example) {
  if (node.kind != Node::Kind::text) {
    problems.push_back(wrong_kind(node, path, expected, example));
    return;
  }
  const auto value = parse(node.text);
  if (value) {
    out = *value;
    return;
  }
  for (const Problem& p : value.problems()) problems.push_back(node.problem(path, p.what, p.hint));
}

/// "30%" is 0.3, and 30 where the setting counts percent.
std::optional<double> read_percent(const Node& node, std::string_view path) {
  std::string_view text = node.kind == Node::Kind::text ? std::string_view(node.text) : std::string_view();
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const auto value = parsed_number<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return path.ends_with("percent") ? *value : *value / 100;
}

/// Follows "link[2].port" as deep as the file goes: a missing key has the position of its table.
const Node& deepest(const Node& table, std::string_view path) {
  const std::string_view key = path.substr(0, path.find_first_of(".["));
  const Node* node = key.empty() ? nullptr : table.find(key);
  if (!node) return table;
  path.remove_prefix(key.size());
  if (path.starts_with('[')) {
    std::size_t index = 0;
    std::from_chars(path.data() + 1, path.data() + path.size(), index);
    if (index >= node->items.size()) return *node;
    node = &node->items[index];
    path.remove_prefix(std::min(path.find(']') + 1, path.size()));
  }
  if (path.starts_with('.')) path.remove_prefix(1);
  return deepest(*node, path);
}

}  // namespace

void read_value(const Node& node, std::string_view path, bool& out, Problems& problems) {
  if (node.kind == Node::Kind::boolean)
    out = node.boolean;
  else
    problems.push_back(wrong_kind(node, path, "true or false", "true"));
}

void read_value(const Node& node, std::string_view path, std::int64_t& out, Problems& problems) {
  if (node.kind == Node::Kind::integer)
    out = node.integer;
  else
    problems.push_back(wrong_kind(node, path, "a whole number", "8"));
}

void read_value(const Node& node, std::string_view path, double& out, Problems& problems) {
  if (node.kind == Node::Kind::integer)
    out = static_cast<double>(node.integer);
  else if (node.kind == Node::Kind::real && std::isfinite(node.real))
    out = node.real;
  else if (const auto percent = read_percent(node, path))
    out = *percent;
  else if (node.kind == Node::Kind::real)
    problems.push_back(node.problem(path, "is not a finite number", "for example: 0.5"));
  else
    problems.push_back(wrong_kind(node, path, "a number", "0.5"));
}

void read_value(const Node& node, std::string_view path, std::string& out, Problems& problems) {
  if (node.kind == Node::Kind::text)
    out = node.text;
  else
    problems.push_back(wrong_kind(node, path, "a text in quotes", "\"name\""));
}

void read_value(const Node& node, std::string_view path, Picoseconds& out, Problems& problems) {
  read_quantity(node, path, out, problems, parse_time, "a time with its unit", "\"1us\"");
}
void read_value(const Node& node, std::string_view path, BitsPerSecond& out, Problems& problems) {
  read_quantity(node, path, out, problems, parse_rate, "a rate with its unit", "\"40Gb/s\"");
}
void read_value(const Node& node, std::string_view path, Bytes& out, Problems& problems) {
  read_quantity(node, path, out, problems, parse_size, "a size with its unit", "\"64KiB\"");
}
void read_value(const Node& node, std::string_view path, Watts& out, Problems& problems) {
  read_quantity(node, path, out, problems, parse_power, "a power with its unit", "\"100W\"");
}
void read_value(const Node& node, std::string_view path, Joules& out, Problems& problems) {
  read_quantity(node, path, out, problems, parse_energy, "an energy with its unit", "\"3.2pJ\"");
}

void refuse_unknown_keys(const Node& table, std::string_view path, const std::vector<std::string>& names,
                         Problems& problems) {
  for (const auto& [key, node] : table.entries)
    if (std::find(names.begin(), names.end(), key) == names.end())
      problems.push_back(node.problem(path.empty() ? key : fmt::format("{}.{}", path, key), "is unknown here",
                                      name_hint(key, names)));
}

void locate(Problems& found, const Node& table, std::string_view path, Problems& problems) {
  for (Problem& p : found) {
    const std::string key =
        path.empty() || p.where.empty() ? std::string(path) + p.where : fmt::format("{}.{}", path, p.where);
    problems.push_back(deepest(table, p.where).problem(key, p.what, p.hint));
  }
}

}  // namespace ebb::inline config
