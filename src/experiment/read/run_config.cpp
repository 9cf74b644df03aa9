#include "experiment/read/run_config.hpp"

#include "base/problem.hpp"
#include "base/units.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/topologies.hpp"
#include "catalogue/trees_section.hpp"
#include "config/node.hpp"
#include "config/write_toml.hpp"
#include "experiment/device/default_rates.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/fit/routing_hint.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_document.hpp"
#include "experiment/read/settings.hpp"
#include "experiment/read/switch_config.hpp"
#include "experiment/read/switching_facts.hpp"
#include "experiment/read/traffic_input.hpp"
#include "experiment/read/trees_input.hpp"

namespace ebb::inline experiment {
namespace {

bool same_section(const Node& a, const Node& b, std::string_view name) {
  const Node *x = a.find(name), *y = b.find(name);
  return x && y ? toml_value(*x) == toml_value(*y) : x == y;
}

/// A channel first evaluates its policy at the end of an epoch. Changes are shorter than an epoch.
void check_epoch(Configuration& file, const RunInput& input) {
  const ControlConfig& control = input.control;
  if (!control.policy || !control.check().empty() || !input.run.check().empty()) return;
  if (control.epoch < input.run.most_time) return;
  const bool from_device = control.from_device.gives("epoch");
  file.add_problems(
      "control",
      {{"epoch",
        fmt::format("is {}{}, but the run ends after {}: no channel would ever change",
                    quantity_text(control.epoch),
                    from_device ? fmt::format(", because {} takes {}", control.name_of_longest_change(),
                                              quantity_text(control.longest_change()))
                                : "",
                    quantity_text(input.run.most_time)),
        from_device ? "raise [run] most_time, or give shorter times in [control]"
                    : "shorten it, or raise [run] most_time"}});
}

/// Checks conditions that involve several sections.
void check_together(Configuration& file, const RunInput& input) {
  check_epoch(file, input);
  if (!input.hosts.check().empty() || !input.switches.check().empty()) return;  // these problems come first
  if (input.routing)
    file.add_problems("routing",
                      check_switching(input.routing->name(), input.routing->switching_needs(),
                                      switching_facts(input, file.root().find("traffic") != nullptr)));
  if (input.switches.counts_flits()) return;  // a packet need not fit into a buffer, or has its own check
  const Bytes packet = input.hosts.largest_packet();
  for (const auto& [key, size] : {std::pair{"input_buffer", input.switches.input_buffer},
                                  {"output_queue", input.switches.output_queue}})
    if (size < packet)
      file.add_problems(
          "switch",
          {{key, fmt::format("holds {} bytes, but a packet with its header has {}", size.v, packet.v),
            "make it larger, or [host] packet smaller"}});
}

/// Batches double from their initial length. If that length is no divisor of a long epoch, a batch contains
/// sometimes one and sometimes two ends of epochs, and its mean varies with them: intervals became ten times
/// too wide. A quarter of an epoch is long enough to be a whole number of the network's windows, or nearly.
void fit_batches_to_epochs(const Configuration& file, RunInput& input) {
  constexpr std::int64_t many = 32;  // with this many shorter epochs in a batch, one more matters little
  const std::int64_t epoch = input.control.epoch.v;
  if (!input.control.policy || find_path(file.root(), "run.batch") || epoch < many * input.run.batch.v)
    return;
  constexpr std::int64_t enough = 200;  // with fewer epochs than this, longer batches would be too few
  if (enough * epoch <= input.run.most_time.v) input.run.batch = {epoch / 4};
}

/// Networks read from files may have cables of several rates.
void check_cables(Configuration& file, const RunInput& input) {
  if (!input.topology) return;
  if (!input.parts.empty()) require_one_rate(file, *input.topology, input.cables, "energy");
  if (input.control.policy && file.problems().empty())
    require_apart(file, *input.topology, input.cables, input.control.states(input.full_rate));
}

void add_contents(const std::string& key, const std::vector<std::string>& files, Configuration& file,
                  std::vector<FileContent>& contents) {
  for (const std::string& name : files) {
    const auto digest = digest_of_file(name);
    if (digest)
      contents.push_back({key, *digest});
    else
      file.problems().insert(file.problems().end(), digest.problems().begin(), digest.problems().end());
  }
}

/// Reads all files that the run names. Files that are read without being named are part of the program.
void read_contents(Configuration& file, RunInput& input) {
  add_contents("topology", input.topology->files(), file, input.contents);
  if (input.traffic.workload)
    add_contents("traffic.workload", input.traffic.workload->files(), file, input.contents);
  else if (input.traffic.parts.sizes)
    add_contents("traffic.sizes", input.traffic.parts.sizes->files(), file, input.contents);
  if (const std::string& device = input.control.from_device.file; !device.empty())
    add_contents("control.device", {device}, file, input.contents);
  for (const PowerTable& table : input.tables)
    if (table.asked_for) add_contents("energy.devices", {table.device.file}, file, input.contents);
  if (input.trees) {
    const TreesSettings& trees = input.trees->settings;
    if (!trees.file.empty()) add_contents("trees.file", {trees.file}, file, input.contents);
    if (!trees.schedule.empty()) add_contents("trees.schedule", {trees.schedule}, file, input.contents);
  }
  if (!input.adapter_file.empty()) add_contents("host.adapter", {input.adapter_file}, file, input.contents);
  for (const PartsTable& table : input.parts)
    add_contents("energy.components", {table.parts.file, table.link.file}, file, input.contents);
  if (!input.plan) return;
  add_contents("plan.switch", {input.plan->switch_device.file}, file, input.contents);
  if (input.plan->spine) add_contents("plan.spine", {input.plan->spine->file}, file, input.contents);
  if (!input.plan->nic.file.empty())  // otherwise adapters are ignored
    add_contents("plan.nic", {input.plan->nic.file}, file, input.contents);
  if (input.plan->optics) add_contents("plan.optics", {input.plan->optics->file}, file, input.contents);
  if (input.plan->copper) add_contents("plan.copper", {input.plan->copper->file}, file, input.contents);
}

/// The hint for a missing or unknown name lists the routings of this network only.
void read_routing(Configuration& file, RunInput& input) {
  const std::size_t before = file.problems().size();
  input.routing = file.named_section("routing", routings());
  const Node* routing = file.root().find("routing");
  const Node* name = !routing ? nullptr : routing->kind == Node::Kind::text ? routing : routing->find("name");
  if (input.routing || !input.topology || (name && find_entry(routings(), name->text))) return;
  hint_at_routings(*input.topology, input.cables, name ? name->text : "",
                   std::span(file.problems()).subspan(before));
}

Result<RunInput> read_sections(Configuration given, const RunInput* like, bool reads_traffic) {
  Configuration file = with_paths_of_trees(given);
  RunInput input;
  input.topology = file.named_section("topology", topologies());
  read_cables(file, input.topology.get(), input.cables);
  input.full_rate = input.topology ? fastest_rate(*input.topology, input.cables) : input.cables.rate;
  read_switches(file, input.switches);
  file.section("host", input.hosts);
  file.section("transport", input.hosts.connections);
  input.adapter_file = read_adapter(file, input.hosts);
  file.section("run", input.run);
  input.plan = read_plan_of_run(file, input.topology.get(), input.cables);
  choose_rates(file, input);
  read_control(file, input.full_rate, input.control);
  fit_batches_to_epochs(file, input);
  const bool asks_for_energy = file.root().find("control") != nullptr;
  if (like && same_section(file.root(), like->file, "energy") &&
      asks_for_energy == (like->file.find("control") != nullptr))
    file.section("energy", input.energy), input.energy.left_out = like->energy.left_out,
                                          input.tables = like->tables;
  else
    input.tables = read_power_tables(file, input.energy, asks_for_energy);
  input.parts = read_parts_tables(file, input.energy);
  read_routing(file, input);
  input.trees = read_trees_of_run(file);
  if (reads_traffic) read_traffic_section(file, input.traffic);
  check_together(file, input);
  check_cables(file, input);
  Problems problems = file.finish();
  if (!problems.empty()) return problems;
  read_contents(file, input);
  problems = file.finish();
  if (!problems.empty()) return problems;
  input.file = file.root();
  input.document = resolved_document(file, input);
  return input;
}

}  // namespace

Result<RunInput> read_run(const std::string& path, const Settings& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  return read_run(std::move(*file));
}

Result<RunInput> read_run(Configuration file, const RunInput* like) {
  return read_sections(std::move(file), like, true);
}

Result<RunInput> read_parts(Configuration file) {
  const bool has_traffic = file.root().find("traffic");
  return read_sections(std::move(file), nullptr, has_traffic);
}

}  // namespace ebb::inline experiment
