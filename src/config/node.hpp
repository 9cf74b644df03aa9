// A configuration file as a plain tree. Every node has its position, so that later problems can name line and
// column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline config {

struct Node {
  enum class Kind { boolean, integer, real, text, array, table };
  struct Entry;

  Kind kind = Kind::table;
  std::string where;  ///< "file:line:column"
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<Node> items;           ///< of an array
  std::vector<Entry> entries;        ///< of a table, in the file's order
  std::vector<std::string> notices;  ///< of a whole file: notices of its old spellings

  const Node* find(std::string_view key) const;
  std::string_view kind_name() const;
  Problem problem(std::string_view path, std::string what, std::string hint = "") const;
};

struct Node::Entry {
  std::string key;
  Node node;
};

/// Returns a value as a user would write it: 8, [15, 15, 6], palm_tree.
std::string value_text(const Node& node);

}  // namespace ebb::inline config
