#include "experiment/device/component_tables.hpp"

#include <algorithm>
#include <filesystem>

#include "base/check_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "config/toml_file.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/device/device_reader.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/device/read_sourced.hpp"
#include "power/device/component_energy.hpp"
#include "power/device/energy.hpp"
#include "results/component_result.hpp"
#include "results/run_result.hpp"

namespace ebb::inline experiment {
namespace {
namespace fs = std::filesystem;

template <class Part>
void read_part(const Node& root, std::string_view key, Part& part, Problems& problems) {
  const Node* section = root.find(key);
  if (!section) return;
  const std::size_t before = problems.size();
  read_fields(*section, key, part, problems);
  if (problems.size() > before) return;
  Problems found = with_ranges(part, {});
  locate(found, *section, key, problems);
}

Result<ComponentTable> read_component_file(const std::string& path) {
  const auto root = read_toml(path);
  if (!root) return root.problems();
  ComponentTable table;
  table.name = fs::path(path).stem().string(), table.file = path;
  Problems problems;
  read_fields(*root, "", table, problems, {"buffer", "table", "arbiter", "crossbar", "link", "adapter"});
  read_part(*root, "buffer", table.buffer, problems);
  read_part(*root, "table", table.table, problems);
  read_part(*root, "arbiter", table.arbiter, problems);
  read_part(*root, "crossbar", table.crossbar, problems);
  read_part(*root, "link", table.link, problems);
  read_part(*root, "adapter", table.adapter, problems);
  if (problems.empty() && table.link.device.empty())
    problems.push_back(root->problem("link.device", "is missing: whose states do the links have?",
                                     "for example: [link] device = \"kim-link\""));
  if (!problems.empty()) return problems;
  return table;
}

std::string folder_of(const std::string& devices) { return (fs::path(devices) / "components").string(); }

/// Returns the energy of all links under the table's device, scaled as the table states.
std::optional<Joules> energy_of_links(const PartsTable& table, const RateLevels& states,
                                      const RunResult& result) {
  double joules = 0;
  for (const ChannelKindResult& kind : result.channels) {
    const ChannelUse use{times_of(kind, kind.time_in), static_cast<double>(kind.bytes) * 8, 0};
    const RateLevels own = kind.off ? states_of(kind, states) : states;
    const auto energy = energy_of(use, device_power(table.link, kind.medium, own));
    if (!energy || !table.parts.link.scale.given) return std::nullopt;
    joules += energy->v * table.parts.link.scale.value;
  }
  return Joules{joules};
}

/// Every channel except a host's leaves a switch.
ComponentActivity activity_of(const Network& network, const SwitchSettings& switches,
                              const RunResult& result) {
  ComponentActivity did;
  did.time = result.metered_until - result.statistics.measured_from;
  for (const ChannelKindResult& kind : result.channels)
    if (!kind.from_host) did.bytes += kind.bytes;
  did.hops = result.metered_hops;
  did.ports = network.switch_ports();
  did.stages = switches.counts_flits() && !switches.has_output_lanes() ? 1 : 2;
  if (const auto& buffers = result.buffers) {
    did.buffers = buffers->buffers, did.cells = buffers->cells;
    did.cells_powered = buffers->powered();
  }
  did.adapters = network.hosts;
  const LoadResult& load = result.statistics.accepted;
  did.adapter_packets = result.statistics.packet_latency.samples;
  did.adapter_bytes = static_cast<std::uint64_t>(
      load.wire_bits_per_second / 8 *
      (result.statistics.measured_until - result.statistics.measured_from).seconds());
  return did;
}

ComponentResult read_under(const PartsTable& table, const RateLevels& states, const ComponentActivity& did,
                           const RunResult& result) {
  const ComponentEnergies e = energies_of(did, table.parts);
  using G = ComponentGroup;
  ComponentResult out;
  out.table = table.parts.name;
  out.parts = {{"links", G::link, energy_of_links(table, states, result)},
               {"buffers: cells written and read", G::network_switch, e.buffer_access},
               {"buffers: head and tail pointers", G::network_switch, e.buffer_pointers},
               {"buffers: control", G::network_switch, e.buffer_control},
               {"buffers: leakage", G::network_switch, e.buffer_leakage},
               {"tables", G::network_switch, e.tables},
               {"arbiters", G::network_switch, e.arbiters},
               {"crossbars", G::network_switch, e.crossbar},
               {"processors", G::adapter, e.adapter_processor},
               {"memory", G::adapter, e.adapter_memory},
               {"DMA", G::adapter, e.adapter_dma},
               {"idle", G::adapter, e.adapter_idle}};
  out.sleeping_leakage = e.sleeping_leakage;
  out.packets = static_cast<double>(did.adapter_packets);
  return out;
}

/// Reads the table that a key of a section names. Adds problems to the file's.
std::optional<ComponentTable> components_for(Configuration& file, const std::string& section,
                                             const std::string& key, const std::string& name) {
  auto parts = find_components(name, fs::path(file.path()).parent_path().string());
  if (parts) return std::move(*parts);
  for (Problem p : parts.problems())
    if (p.where.empty())
      file.add_problems(section, {{key, std::move(p.what), std::move(p.hint)}});
    else
      file.problems().push_back(std::move(p));
  return std::nullopt;
}

}  // namespace

std::vector<std::string> component_names() {
  std::vector<std::string> names;
  for (const std::string& folder : device_folders()) {
    std::error_code error;
    for (fs::directory_iterator it(folder_of(folder), error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".toml") names.push_back(it->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<ComponentTable> find_components(const std::string& name, const std::string& beside) {
  std::error_code error;
  if (name.find('/') != std::string::npos || fs::path(name).extension() == ".toml") {
    const fs::path file = fs::path(beside) / name;
    if (fs::exists(file, error)) return read_component_file(file.string());
    return Problem{"", fmt::format("there is no table of components \"{}\"", file.string()),
                   "a path starts from the folder of the file that names it"};
  }
  for (const std::string& folder : device_folders()) {
    const fs::path file = fs::path(folder_of(folder)) / (name + ".toml");
    if (fs::exists(file, error)) return read_component_file(file.string());
  }
  return Problem{
      "", fmt::format("there is no table of components \"{}\"", name),
      name_hint(name, component_names()) + "; your own is named by its path, like \"./mine.toml\""};
}

std::string read_adapter(Configuration& file, HostSettings& hosts) {
  if (hosts.adapter.empty()) return {};
  const auto table = components_for(file, "host", "adapter", hosts.adapter);
  if (!table) return {};
  const AdapterParts& adapter = table->adapter;
  hosts.times = {.request = adapter.request_time.value,
                 .completion = adapter.completion_time.value,
                 .dma_setup = adapter.dma_setup.value,
                 .dma_rate = adapter.dma_rate.value};
  if (!hosts.times.in_use())
    file.add_problems("host",
                      {{"adapter", fmt::format("names \"{}\", whose [adapter] states no time", hosts.adapter),
                        "give it request_time, completion_time, dma_setup or dma_rate, or leave this out"}});
  return table->file;
}

std::vector<PartsTable> read_parts_tables(Configuration& file, const EnergyConfig& config) {
  std::vector<PartsTable> tables;
  for (const std::string& name : config.components) {
    auto parts = components_for(file, "energy", "components", name);
    if (!parts) continue;
    PartsTable table{std::move(*parts), {}};
    DeviceReader(file, "energy").read("components", table.parts.link.device, DeviceKind::link, table.link);
    tables.push_back(std::move(table));
  }
  return tables;
}

void read_components(const std::vector<PartsTable>& tables, const RateLevels& states, const Network& network,
                     const SwitchSettings& switches, RunResult& result) {
  if (tables.empty()) return;
  const ComponentActivity did = activity_of(network, switches, result);
  for (const PartsTable& table : tables) result.components.push_back(read_under(table, states, did, result));
}

}  // namespace ebb::inline experiment
