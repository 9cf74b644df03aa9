#include "experiment/run/run_title.hpp"

#include "engine/model/flow/flow_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

std::string described(const Node& node) {
  if (node.kind != Node::Kind::table) return value_text(node);
  std::string name, rest;
  for (const auto& [key, value] : node.entries)
    if (key == "name")
      name = value_text(value);
    else
      rest += fmt::format("{}{} = {}", rest.empty() ? "" : ", ", key, value_text(value));
  return rest.empty() ? name : fmt::format("{} ({})", name, rest);
}

Cell cell_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return Cell(node.boolean);
    case Node::Kind::integer:
      return Cell(node.integer);
    case Node::Kind::real:
      return Cell(node.real);
    default:
      return Cell(described(node));
  }
}

std::string described_parts(const Node& section) {
  std::string out;
  for (const auto& [key, value] : section.entries)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", key, described(value));
  return out;
}

namespace {

/// A demand matrix and a trace give the traffic of each host.
bool asks_for_uneven_sources(const Node& file) {
  const Node* workload = find_path(file, "traffic.workload");
  const Node* name = workload && workload->kind == Node::Kind::table ? workload->find("name") : workload;
  return name && (name->text == "demand" || name->text == "trace");
}

}  // namespace

RunTitle title_of(const std::string& path, const PreparedRun& prepared, const Node& file) {
  const Network& net = prepared.network;
  const Node* control = file.find("control");
  const FromDevice& device = prepared.control_config.from_device;
  RunTitle title{
      .file = path,
      .network = described(*file.find("topology")),
      .routing = described(*file.find("routing")),
      .traffic = described_parts(*file.find("traffic")),
      .network_notes = prepared.network_notes,
      .host_names = net.labels.hosts,
      .calibration = prepared.traffic->calibration(),
      .flow = prepared.switches.flow.name == FlowControl::credits ? "" : described(*file.find("flow")),
      .pipeline = prepared.switches.stages.in_use() ? described(prepared.switches.stages) : "",
      .control = control ? described_parts(*control) : "",
      .device_file = device.file,
      .device_notes = device.notes,
      .from_device = device.taken,
      .closed_loop = prepared.closed_loop,
      .uneven = asks_for_uneven_sources(file),
      .hosts = net.hosts,
      .switches = net.switches(),
      .vcs = prepared.simulation->state().vcs,
      .seed = prepared.settings.seed};
  for (HostId h = 0; h < net.hosts; ++h)
    title.host_bits_per_second += static_cast<double>(net.link(net.host_port(h)).rate.v);
  return title;
}

}  // namespace ebb::inline experiment
