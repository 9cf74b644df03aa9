#include "config/node.hpp"

#include <fmt/format.h>

namespace ebb::inline config {

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, node] : entries)
    if (name == key) return &node;
  return nullptr;
}

std::string_view Node::kind_name() const {
  constexpr std::string_view names[] = {"a boolean", "a whole number", "a number",
                                        "a text",    "a list",         "a table"};
  return names[static_cast<std::size_t>(kind)];
}

Problem Node::problem(std::string_view path, std::string what, std::string hint) const {
  return {path.empty() ? where : fmt::format("{}: {}", where, path), std::move(what), std::move(hint)};
}

std::string value_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return fmt::format("{}", node.integer);
    case Node::Kind::real:
      return fmt::format("{}", node.real);
    case Node::Kind::text:
      return node.text;
    case Node::Kind::array: {
      std::vector<std::string> items;
      for (const Node& item : node.items) items.push_back(value_text(item));
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
    case Node::Kind::table:
      return "{…}";
  }
  return "";
}

}  // namespace ebb::inline config
