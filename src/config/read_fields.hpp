// Fills a configuration struct from a table of the file by its field list. Unknown keys, wrong types, bad
// units and values out of range are all collected. Reading does not stop at the first problem.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/spelling.hpp"
#include "base/units.hpp"
#include "config/node.hpp"

namespace ebb::inline config {

void read_value(const Node& node, std::string_view path, bool& out, Problems& problems);
void read_value(const Node& node, std::string_view path, std::int64_t& out, Problems& problems);
void read_value(const Node& node, std::string_view path, double& out, Problems& problems);
void read_value(const Node& node, std::string_view path, std::string& out, Problems& problems);
void read_value(const Node& node, std::string_view path, Picoseconds& out, Problems& problems);
void read_value(const Node& node, std::string_view path, BitsPerSecond& out, Problems& problems);
void read_value(const Node& node, std::string_view path, Bytes& out, Problems& problems);
void read_value(const Node& node, std::string_view path, Watts& out, Problems& problems);
void read_value(const Node& node, std::string_view path, Joules& out, Problems& problems);

template <NamedEnum E>
void read_value(const Node& node, std::string_view path, E& out, Problems& problems) {
  std::string name;
  const std::size_t before = problems.size();
  read_value(node, path, name, problems);
  if (problems.size() > before) return;
  const auto names = names_of(E{});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    problems.push_back(node.problem(path, fmt::format("is \"{}\", which is unknown", name),
                                    name_hint(name, {names.begin(), names.end()})));
    return;
  }
  out = static_cast<E>(found - names.begin());
}

template <class T>
void read_value(const Node& node, std::string_view path, std::vector<T>& out, Problems& problems) {
  if (node.kind != Node::Kind::array) {
    problems.push_back(node.problem(path, fmt::format("is {}, but a list is expected", node.kind_name()),
                                    "write it in brackets: [a, b, c]"));
    return;
  }
  out.assign(node.items.size(), T{});
  for (std::size_t i = 0; i < out.size(); ++i) {
    T item{};
    read_value(node.items[i], fmt::format("{}[{}]", path, i), item, problems);
    out[i] = item;
  }
}

/// Adds a problem for every key of `table` that is not among `names`.
void refuse_unknown_keys(const Node& table, std::string_view path, const std::vector<std::string>& names,
                         Problems& problems);

/// Reads each field of C that the table has; `also` lists keys that the caller reads itself.
template <class C>
void read_fields(const Node& table, std::string_view path, C& config, Problems& problems,
                 std::vector<std::string> also = {}) {
  if (table.kind != Node::Kind::table) {
    problems.push_back(table.problem(path, fmt::format("is {}, but a table is expected", table.kind_name()),
                                     fmt::format("write it as a section: [{}]", path)));
    return;
  }
  const std::vector<std::string> names = field_names<C>();
  also.insert(also.end(), names.begin(), names.end());
  refuse_unknown_keys(table, path, also, problems);
  for_each_field<C>([&](const auto& f) {
    if (const Node* node = table.find(f.name))
      read_value(*node, path.empty() ? std::string(f.name) : fmt::format("{}.{}", path, f.name),
                 config.*f.member, problems);
  });
}

/// Puts file:line:column before the key of a problem from a config's own check. The key may be a path, "rate"
/// or "link[2].port". A missing key gets the position of its section.
void locate(Problems& found, const Node& table, std::string_view path, Problems& problems);

}  // namespace ebb::inline config
