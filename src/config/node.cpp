#include "config/node.hpp"

#include <fmt/core.h>

namespace ebb {

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, node] : entries)
    if (name == key) return &node;
  return nullptr;
}

std::string_view Node::kind_name() const {
  constexpr std::string_view names[] = {"a truth value", "a whole number", "a number",
                                        "a text",        "a list",         "a table"};
  return names[static_cast<std::size_t>(kind)];
}

Problem Node::problem(std::string_view path, std::string what, std::string hint) const {
  return {path.empty() ? where : fmt::format("{}: {}", where, path), std::move(what), std::move(hint)};
}

}  // namespace ebb
