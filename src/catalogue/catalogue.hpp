// A catalogue is an explicit table of what a configuration can name. One line registers a struct with a field
// list; from that line follow parsing, help text, spelling hints, the docs page and the conformance tests.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check_ranges.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"

namespace ebb::inline catalogue {

/// What help needs to know of an entry of any kind.
struct EntryInfo {
  std::string_view name, summary;
  std::vector<FieldInfo> (*fields)();
};

template <class Base>
struct Entry : EntryInfo {
  std::unique_ptr<Base> (*reader)(const Node& table, std::string_view path, std::vector<std::string> also,
                                  Problems& problems);

  /// Reads the entry's fields from the table; the caller reads the keys in `also`. Null when problems were
  /// added. An object that has a name gets the entry's.
  std::unique_ptr<Base> read(const Node& table, std::string_view path, std::vector<std::string> also,
                             Problems& problems) const {
    auto object = reader(table, path, std::move(also), problems);
    if constexpr (requires { object->set_name(this->name); })
      if (object) object->set_name(this->name);
    return object;
  }
};

template <class Base, class Derived>
std::unique_ptr<Base> read_entry(const Node& table, std::string_view path, std::vector<std::string> also,
                                 Problems& problems) {
  const std::size_t before = problems.size();
  auto object = std::make_unique<Derived>();
  read_fields(table, path, *object, problems, std::move(also));
  if (problems.size() > before) return nullptr;
  Problems found = with_ranges(*object, object->check());
  locate(found, table, path, problems);
  if (problems.size() > before) return nullptr;
  return object;
}

template <class Base, class Derived>
constexpr Entry<Base> entry(std::string_view name, std::string_view summary) {
  return {{name, summary, [] { return describe_fields<Derived>(); }}, &read_entry<Base, Derived>};
}

template <class Base>
std::vector<std::string> entry_names(std::span<const Entry<Base>> catalogue) {
  std::vector<std::string> names;
  for (const auto& e : catalogue) names.emplace_back(e.name);
  return names;
}

template <class Base>
const Entry<Base>* find_entry(std::span<const Entry<Base>> catalogue, std::string_view name) {
  for (const auto& e : catalogue)
    if (e.name == name) return &e;
  return nullptr;
}

/// The bare name "uniform" as the table {name = "uniform"}.
inline Node table_named(const Node& name) {
  Node table;
  table.where = name.where;
  table.entries.push_back({"name", name});
  return table;
}

/// Reads a section whose `name` is the entry it configures. A bare text is that name: `pattern = "uniform"`
/// is short for `pattern = {name = "uniform"}`.
template <class Base>
std::unique_ptr<Base> read_named(std::span<const Entry<Base>> catalogue, const Node& table,
                                 std::string_view path, Problems& problems) {
  if (table.kind == Node::Kind::text) return read_named(catalogue, table_named(table), path, problems);
  const Node* name = table.find("name");
  if (!name || name->kind != Node::Kind::text) {
    problems.push_back((name ? *name : table)
                           .problem(std::string(path) + ".name", "is missing: it says which one to use",
                                    name_hint("", entry_names(catalogue))));
    return nullptr;
  }
  const Entry<Base>* found = find_entry(catalogue, name->text);
  if (!found) {
    problems.push_back(name->problem(std::string(path) + ".name",
                                     fmt::format("is \"{}\", which is unknown", name->text),
                                     name_hint(name->text, entry_names(catalogue))));
    return nullptr;
  }
  return found->read(table, path, {"name"}, problems);
}

}  // namespace ebb::inline catalogue
