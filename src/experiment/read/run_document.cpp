#include "experiment/read/run_document.hpp"

#include <filesystem>

#include "base/fields.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/topologies.hpp"
#include "config/placed_files.hpp"
#include "config/toml_file.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/read/trees_input.hpp"
#include "traffic/video/mpeg_streams.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline experiment {
namespace {

/// Adds every field that the section leaves out, at its default.
void fill_section(Node& root, const std::string& name, const std::vector<FieldInfo>& fields) {
  Node* section = nullptr;
  for (auto& [key, node] : root.entries)
    if (key == name) section = &node;
  if (!section) {
    section = &root.entries.emplace_back(Node::Entry{name, Node{}}).node;
    section->where = root.where;
  }
  if (section->kind == Node::Kind::text) *section = table_named(*section);
  for (const FieldInfo& f : fields) {
    if (section->find(f.name)) continue;
    const auto parsed = parse_toml(f.name + " = " + f.initial, "default");
    if (!parsed) continue;
    Node value = *parsed->find(f.name);
    value.where = section->where;  // a field that the file leaves out gets the position of its section
    section->entries.push_back({f.name, std::move(value)});
  }
}

template <class Base>
std::vector<FieldInfo> fields_of(std::span<const Entry<Base>> catalogue, const Node& root,
                                 std::string_view section) {
  const Node* node = root.find(section);
  if (!node) return {};
  const Node* name = node->kind == Node::Kind::text ? node : node->find("name");
  const Entry<Base>* found = name ? find_entry(catalogue, name->text) : nullptr;
  return found ? found->fields() : std::vector<FieldInfo>{};
}

/// A part of [traffic] that the file leaves out is the first entry of its catalogue.
template <class Base>
void fill_part(Node& traffic, const std::string& key, std::span<const Entry<Base>> catalogue) {
  if (!traffic.find(key)) {
    Node name;
    name.kind = Node::Kind::text, name.where = traffic.where, name.text = catalogue.front().name;
    traffic.entries.push_back({key, std::move(name)});
  }
  fill_section(traffic, key, fields_of(catalogue, traffic, key));
}

/// Devices named by path must be found from a results folder elsewhere.
void keep_devices_findable(Node& root, const std::string& path) {
  const std::string beside = std::filesystem::path(path).parent_path().string();
  for (const std::string_view key : device_keys) {
    const Node* found = find_path(root, key);
    if (!found) continue;
    Node value = *found;
    value.text = lasting_device_name(value.text, beside);
    for (Node& name : value.items) name.text = lasting_device_name(name.text, beside);
    set_path(root, key, value);
  }
}

}  // namespace

Node resolved_document(const Configuration& file, const RunInput& input) {
  Node root = file.root();
  // Sections of other commands do not affect this run.
  std::erase_if(root.entries,
                [](const auto& e) { return e.key == "sweep" || e.key == "compare" || e.key == "frontier"; });
  fill_section(root, "topology", fields_of(topologies(), root, "topology"));
  fill_section(root, "cables", describe_fields(input.cables));
  fill_section(root, "switch", describe_fields(input.switches));
  if (input.switches.stages.in_use())
    for (auto& [key, node] : root.entries)
      if (key == "switch") fill_section(node, "stages", describe_fields(input.switches.stages));
  fill_section(root, "flow", describe_fields(input.switches.flow));
  fill_section(root, "lanes", describe_fields(input.switches.lanes));
  fill_section(root, "host", describe_fields(input.hosts));
  if (input.hosts.transport != TransportProtocol::none)
    fill_section(root, "transport", describe_fields(input.hosts.connections));
  fill_section(root, "routing", fields_of(routings(), root, "routing"));
  fill_section(root, "energy", describe_fields(input.energy));
  fill_section(root, "run", describe_fields(input.run));
  if (input.plan) fill_section(root, "plan", describe_fields(input.plan->settings));
  if (input.control.policy) fill_section(root, "control", describe_fields(input.control));
  keep_devices_findable(root, file.path());
  for (auto& [key, node] : root.entries) {
    if (key != "traffic") continue;
    if (node.find("workload")) {
      fill_part(node, "workload", workloads());
      continue;
    }
    fill_part(node, "pattern", patterns());
    fill_part(node, "arrivals", arrival_processes());
    fill_part(node, "sizes", size_distributions());
    if (node.find("video")) fill_section(node, "video", describe_fields<MpegStreams>());
  }
  for (auto& [key, node] : root.entries)
    if (key == "topology" || key == "traffic") make_files_absolute(node);
  make_tree_files_absolute(root);
  return root;
}

namespace {

void visit_path(Node& node, const std::function<void(Node&)>& visit) {
  if (node.kind == Node::Kind::text && std::filesystem::path(node.text).is_absolute()) visit(node);
}

/// Visits every `file` of a section and its tables.
void visit_section(Node& section, const std::function<void(Node&)>& visit) {
  for (auto& [key, node] : section.entries) {
    if (key == "file") visit_path(node, visit);
    visit_section(node, visit);
  }
}

}  // namespace

void visit_files(Node& document, const std::function<void(Node&)>& visit) {
  for (auto& [key, section] : document.entries)
    if (key == "topology" || key == "traffic") visit_section(section, visit);
  for (const std::string_view key : tree_file_keys)
    if (const Node* found = find_path(document, key)) {
      Node value = *found;
      visit_path(value, visit);
      set_path(document, key, value);
    }
  for (const std::string_view key : device_keys) {
    const Node* found = find_path(document, key);
    if (!found) continue;
    Node value = *found;
    visit_path(value, visit);
    for (Node& item : value.items) visit_path(item, visit);
    set_path(document, key, value);
  }
}

}  // namespace ebb::inline experiment
