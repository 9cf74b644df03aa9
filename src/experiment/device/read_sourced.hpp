// Reads a number together with its source, as in device files and component tables.
#pragma once

#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline experiment {

/// Lists the source tags that a number can have.
inline std::string source_hint() {
  std::string tags;
  for (std::size_t i = 0; i < names_of(Source{}).size(); ++i)
    tags += fmt::format("{}{} ({})", i ? ", " : "", names_of(Source{})[i], meanings_of(Source{})[i]);
  return "valid: " + tags;
}

/// A number with its source: { value = "253.9W", source = "read", from = "where exactly" }.
template <class T>
void read_value(const Node& node, std::string_view path, Sourced<T>& out, Problems& problems) {
  if (node.kind != Node::Kind::table) {
    problems.push_back(
        node.problem(path, "does not say where the number comes from",
                     "write it as { value = …, source = \"read\" }, or say `source` once at the head of the "
                     "file; " +
                         source_hint()));
    return;
  }
  refuse_unknown_keys(node, path, {"value", "source", "from"}, problems);
  const Node *value = node.find("value"), *source = node.find("source"), *from = node.find("from");
  if (!value)
    problems.push_back(node.problem(path, "has no value", "write { value = …, source = \"read\" }"));
  if (!source) problems.push_back(node.problem(path, "has no source", source_hint()));
  if (value) read_value(*value, fmt::format("{}.value", path), out.value, problems);
  if (source) read_value(*source, fmt::format("{}.source", path), out.source, problems);
  if (from) read_value(*from, fmt::format("{}.from", path), out.from, problems);
  out.given = true;
}

}  // namespace ebb::inline experiment
