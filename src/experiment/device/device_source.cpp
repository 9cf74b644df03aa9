#include "experiment/device/device_source.hpp"

#include "power/device/device.hpp"
#include "power/device/domain.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline experiment {
namespace {

template <class Owner, class T>
bool is_sourced(const Field<Owner, Sourced<T>>&) {
  return true;
}
template <class Owner, class T>
bool is_sourced(const Field<Owner, T>&) {
  return false;
}

Node* find_in(Node& table, std::string_view key) {
  for (auto& [name, node] : table.entries)
    if (name == key) return &node;
  return nullptr;
}

void give_source(Node& number, const Node& source) {
  if (number.kind != Node::Kind::table) {
    Node value = number;
    number = Node{};
    number.where = value.where;
    number.entries.push_back({"value", std::move(value)});
  }
  if (!number.find("source")) number.entries.push_back({"source", source});
}

/// Adds the source to the numbers of a section. Other keys stay as they are.
template <class Part>
void give_sources(Node& section, const Node& source) {
  for_each_field<Part>([&](const auto& field) {
    Node* number = is_sourced(field) ? find_in(section, field.name) : nullptr;
    if (number) give_source(*number, source);
  });
}

template <class Part>
void give_sources_below(Node& root, std::string_view key, const Node& source) {
  Node* section = find_in(root, key);
  if (!section) return;
  if (section->kind == Node::Kind::table) give_sources<Part>(*section, source);
  for (Node& row : section->items) give_sources<Part>(row, source);
}

}  // namespace

void spread_source(Node& root) {
  const Node* stated = root.find("source");
  if (!stated) return;
  const Node source = *stated;
  give_sources<Device>(root, source);
  give_sources_below<LinkPower>(root, "link", source);
  give_sources_below<WakeTime>(root, "wake", source);
  give_sources_below<PowerDomain>(root, "domain", source);
  give_sources_below<BufferPower>(root, "buffer", source);
  give_sources_below<TablePower>(root, "tcam", source);
  give_sources_below<TablePower>(root, "cam", source);
}

}  // namespace ebb::inline experiment
