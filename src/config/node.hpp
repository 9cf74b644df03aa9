// A configuration file as a plain tree. Every node knows where it stands, so that a later complaint about its
// meaning can still name line and column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb {

struct Node {
  enum class Kind { boolean, integer, real, text, array, table };

  Kind kind = Kind::table;
  std::string where;  ///< "file:line:column"
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<Node> items;                            ///< of an array
  std::vector<std::pair<std::string, Node>> entries;  ///< of a table, in the file's order

  const Node* find(std::string_view key) const;
  std::string_view kind_name() const;
  Problem problem(std::string_view path, std::string what, std::string hint = "") const;
};

}  // namespace ebb
