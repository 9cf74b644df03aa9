#include "app/run_config.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/configuration.hpp"
#include "app/device_file.hpp"
#include "app/promise_outcome.hpp"
#include "app/topologies.hpp"
#include "app/traffic_input.hpp"
#include "config/toml_file.hpp"
#include "config/write_toml.hpp"

namespace ebb {
namespace {

/// The section with every field that it leaves out, at its default.
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
    value.where = section->where;  // what the file leaves out is placed at the section that would hold it
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

/// A part of [traffic] that the file leaves out is the first line of its catalogue.
template <class Base>
void fill_part(Node& traffic, const std::string& key, std::span<const Entry<Base>> catalogue) {
  if (!traffic.find(key)) {
    Node name;
    name.kind = Node::Kind::text, name.where = traffic.where, name.text = catalogue.front().name;
    traffic.entries.push_back({key, std::move(name)});
  }
  fill_section(traffic, key, fields_of(catalogue, traffic, key));
}

/// A results folder is elsewhere: devices that are named by their path must be found from there.
void keep_devices_findable(Node& root, const std::string& path) {
  const std::string beside = std::filesystem::path(path).parent_path().string();
  for (const char* key : {"control.device", "energy.devices"}) {
    const Node* found = find_path(root, key);
    if (!found) continue;
    Node value = *found;
    value.text = lasting_device_name(value.text, beside);
    for (Node& name : value.items) name.text = lasting_device_name(name.text, beside);
    set_path(root, key, value);
  }
}

Node resolved(const Configuration& file, const RunInput& input) {
  Node root = file.root();
  // What other commands make of the file says nothing about this run.
  std::erase_if(root.entries, [](const auto& e) { return e.key == "sweep" || e.key == "compare"; });
  fill_section(root, "topology", fields_of(topologies(), root, "topology"));
  fill_section(root, "cables", describe_fields(input.cables));
  fill_section(root, "switch", describe_fields(input.switches));
  fill_section(root, "host", describe_fields(input.hosts));
  fill_section(root, "routing", fields_of(routings(), root, "routing"));
  fill_section(root, "energy", describe_fields(input.energy));
  fill_section(root, "run", describe_fields(input.run));
  if (input.control.policy) fill_section(root, "control", describe_fields(input.control));
  keep_devices_findable(root, file.path());
  for (auto& [key, node] : root.entries) {
    if (key != "traffic") continue;
    if (node.find("workload")) {
      fill_part(node, "workload", workloads());
      for (auto& [part, section] : node.entries)
        if (part == "workload") input.traffic.workload->complete(section);
      continue;
    }
    fill_part(node, "pattern", patterns());
    fill_part(node, "arrivals", arrival_processes());
    fill_part(node, "sizes", size_distributions());
  }
  return root;
}

bool same_section(const Node& a, const Node& b, std::string_view name) {
  const Node *x = a.find(name), *y = b.find(name);
  return x && y ? toml_value(*x) == toml_value(*y) : x == y;
}

/// A channel first asks its policy when an epoch is over; changes are shorter than that.
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

/// What can only be said of several sections together.
void check_together(Configuration& file, const RunInput& input) {
  check_epoch(file, input);
  if (!input.hosts.check().empty() || !input.switches.check().empty()) return;  // first things first
  const Bytes packet = input.hosts.largest_packet();
  for (const auto& [key, size] : {std::pair{"input_buffer", input.switches.input_buffer},
                                  {"output_queue", input.switches.output_queue}})
    if (size < packet)
      file.add_problems(
          "switch",
          {{key, fmt::format("holds {} bytes, but a packet with its header has {}", size.v, packet.v),
            "make it larger, or [host] packet smaller"}});
}

double gigabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; }

/// Bytes of any run of this size, whatever the routing: what Simulation::memory_needed() says is never less.
std::uint64_t least_memory(const Facts& facts) {
  return static_cast<std::uint64_t>(facts.ports_used) *
             (sizeof(OutPort) + sizeof(PortRest) + sizeof(OutLane) + sizeof(InLane)) +
         static_cast<std::uint64_t>(facts.hosts) * sizeof(Host);
}

Problems check_vcs(const SwitchSettings& switches, int vcs) {
  Problems problems;
  if (switches.vcs != 0 && switches.vcs < vcs)
    problems.push_back(
        {"switch.vcs",
         fmt::format("is {}, but this routing needs {} to be free of deadlock", switches.vcs, vcs),
         "leave it out to get as many as needed"});
  if (vcs > most_vcs)
    problems.push_back(
        {"routing", fmt::format("needs {} virtual channels here, but at most {} are possible", vcs, most_vcs),
         "choose a routing with fewer, or fewer dimensions"});
  return problems;
}

/// All of them, or those of this rank.
std::vector<SwitchId> own_switches(const Network& network, const Exchange* exchange) {
  std::vector<SwitchId> own;
  if (!exchange || exchange->ranks() == 1) return own;
  const std::vector<std::uint16_t> rank_of = share_among_ranks(network, exchange->ranks());
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (rank_of[s] == exchange->rank()) own.push_back(s);
  return own;
}

/// What only the built network tells. Prepares the routing when it fits.
Problems check_fit(const RunInput& input, const Network& network, const Exchange* exchange) {
  Problems problems = input.routing->misfit(network);
  for (Problem& p : problems) p.where = "routing." + p.where;
  if (problems.empty()) {
    input.routing->prepare_part(network, own_switches(network, exchange));
    problems = check_vcs(input.switches, input.routing->vcs());
  }
  if (Model::lookahead(network, input.switches) <= 0)
    problems.push_back({"switch",
                        "has neither a pipeline nor a credit time, and cables between switches no delay",
                        "give cables a delay, or the switch a pipeline and a credit_time"});
  return problems;
}

/// Of the file's own policy.
Problems fit_own_policy(const RunInput& input) {
  if (!input.control.policy) return {};
  Problems problems = fit_policy(input, *input.control.policy);
  for (Problem& p : problems) p.where = "control.policy." + p.where;
  if (input.control.policy->changes_topology() && !input.routing->avoids_closed())
    problems.push_back({"routing.name", "does not look at which cables are on, but the policy changes that",
                        "\"dynamic_butterfly\" does"});
  return problems;
}

Problems check_ranks(const Network& network, std::size_t ranks) {
  if (ranks <= network.switches()) return {};
  return {{"topology", fmt::format("has {} switches, too few for {} ranks", network.switches(), ranks),
           "start fewer ranks"}};
}

Problems check_memory(std::uint64_t needed, std::uint64_t memory) {
  if (needed <= memory) return {};
  return {{"topology",
           fmt::format("needs about {:.1f} GB of memory for this run, this machine has {:.1f}",
                       gigabytes(needed), gigabytes(memory)),
           "simulate a smaller network of the same kind, or use a larger machine"}};
}

/// The same problems with the place in the file.
Problems placed(Problems found, const Node& document) {
  Problems problems;
  locate(found, document, "", problems);
  return problems;
}

std::unique_ptr<Simulation> simulation_of(const PreparedRun& run, const Control& control) {
  return run.routing->simulate({run.network, *run.traffic, control, run.switches, run.hosts,
                                static_cast<std::uint64_t>(run.settings.seed),
                                static_cast<std::size_t>(run.settings.threads), run.settings.batch,
                                run.exchange});
}

/// The same run under a policy that promises something in relation to full rate: as long as it does not know
/// the latency there, it keeps all channels at it.
Problems measure_full_rate(PreparedRun& prepared, const RunHooks& hooks) {
  const auto simulation = simulation_of(prepared, *prepared.control);
  const auto full = run(*simulation, prepared.settings, {.progress = hooks.progress, .stop = hooks.stop});
  if (!full) return full.problems();
  prepared.full_rate = full->statistics;
  const LatencyResult& latency = full->statistics.packet_latency;
  Problems problems = prepared.control_config.policy->learn_full_rate(
      {{static_cast<std::int64_t>(latency.mean_ps)}, latency.p99, full->lateness});
  for (Problem& p : problems) p.where = "control.policy." + p.where;
  if (problems.empty()) prepared.simulation = simulation_of(prepared, *prepared.control);
  return problems;
}

/// A run that is short against its bursts may know the latency precisely, of a load that nobody asked for.
void say_unusual_load(const PreparedRun& prepared, RunStatistics& statistics) {
  const double usual = 8 * prepared.traffic->offered_bytes_per_second() * prepared.network.hosts;
  const double offered = statistics.offered.payload_bits_per_second;
  if (usual <= 0 || offered <= 0 || statistics.verdict == Verdict::finished) return;
  const double apart = offered / usual - 1;
  if (std::fabs(apart) > prepared.settings.precision)
    statistics.why += fmt::format("; the load offered in the measured time is {:.1f} % {} its average",
                                  100 * std::fabs(apart), apart > 0 ? "above" : "below");
}

}  // namespace

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Problems check_size(const Facts& facts, std::uint64_t memory) {
  Problems problems;
  if (facts.hosts < 2)
    problems.push_back({"topology",
                        fmt::format("has {} host, but traffic needs a source and a destination", facts.hosts),
                        "give it two hosts or more"});
  if (const std::uint64_t least = least_memory(facts); least > memory)
    problems.push_back(
        {"topology",
         fmt::format("has {} hosts and {} switch ports: a run needs more than {:.1f} GB of memory, this "
                     "machine has {:.1f}",
                     facts.hosts, facts.ports_used, gigabytes(least), gigabytes(memory)),
         "simulate a smaller network of the same kind; `ebb plan` works at any size"});
  return problems;
}

Problems fit_policy(const RunInput& input, Policy& policy) {
  const Facts facts = input.topology->facts();
  return policy.fit(input.control.states(input.cables.rate),
                    {.path_channels = facts.diameter == not_known ? 0 : facts.diameter + 2,
                     .epoch = input.control.epoch,
                     .output_queue = input.switches.output_queue,
                     .longest_change = input.control.longest_change()});
}

Result<RunInput> read_run(const std::string& path, const std::vector<std::string>& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  return read_run(std::move(*file));
}

Result<RunInput> read_run(Configuration file, const RunInput* like) {
  RunInput input;
  input.topology = file.named_section("topology", topologies());
  file.section("cables", input.cables);
  file.section("switch", input.switches);
  file.section("host", input.hosts);
  file.section("run", input.run);
  read_control(file, input.cables.rate, input.control);
  if (like && same_section(file.root(), like->file, "energy"))
    file.section("energy", input.energy), input.tables = like->tables;
  else
    input.tables = read_power_tables(file, input.energy);
  input.routing = file.named_section("routing", routings());
  read_traffic_section(file, input.traffic);
  check_together(file, input);
  Problems problems = file.finish();
  if (!problems.empty()) return problems;
  input.file = file.root();
  input.document = resolved(file, input);
  return input;
}

Problems check_run_size(const RunInput& input, std::uint64_t memory) {
  return placed(check_size(input.topology->facts(), memory), input.document);
}

Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange) {
  const std::size_t ranks = exchange ? exchange->ranks() : 1;
  Problems problems = check_fit(input, network, exchange);
  for (Problem& p : fit_own_policy(input)) problems.push_back(std::move(p));
  for (Problem& p : check_ranks(network, ranks)) problems.push_back(std::move(p));
  problems = placed(std::move(problems), input.document);
  auto traffic = bind_traffic(std::move(input.traffic), network, {input.hosts.packet, input.hosts.header},
                              static_cast<std::uint64_t>(input.run.seed));
  if (!traffic) problems.insert(problems.end(), traffic.problems().begin(), traffic.problems().end());
  if (!problems.empty()) return problems;
  const int vcs = std::max(input.routing->vcs(), static_cast<int>(input.switches.vcs));
  const std::uint64_t needed =
      Simulation::memory_needed(network, vcs, input.control.policy != nullptr) / ranks +
      input.routing->table_bytes();
  problems = placed(check_memory(needed, memory), input.document);
  if (!problems.empty()) return problems;
  return FittedRun{std::move(*traffic), needed};
}

Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input, std::uint64_t memory, Exchange* exchange) {
  const std::size_t ranks = exchange ? exchange->ranks() : 1;
  if (Problems problems = check_run_size(input, memory * ranks); !problems.empty()) return problems;
  auto prepared = std::make_unique<PreparedRun>();
  prepared->network = input.topology->build(input.cables);
  prepared->closed_loop = input.traffic.is_closed_loop();
  auto fitted = fit_run(input, prepared->network, memory, exchange);
  if (!fitted) return fitted.problems();
  prepared->memory = fitted->memory;
  prepared->traffic = std::move(fitted->traffic);
  prepared->routing = std::move(input.routing);
  prepared->control_config = std::move(input.control);
  prepared->control = std::make_unique<Control>(prepared->control_config.control(input.cables.rate));
  prepared->tables = std::move(input.tables);
  if (prepared->control_config.policy && prepared->control_config.policy->changes_topology())
    prepared->control->stages.emplace(prepared->network);
  prepared->settings = input.run;
  prepared->switches = input.switches, prepared->hosts = input.hosts;
  prepared->exchange = exchange;
  if (const Policy* policy = prepared->control->policy; !policy || !policy->asks_full_rate())
    prepared->simulation = simulation_of(*prepared, *prepared->control);
  return prepared;
}

Result<RunResult> run(PreparedRun& prepared, const RunHooks& hooks) {
  if (!prepared.simulation)
    if (Problems problems = measure_full_rate(prepared, hooks); !problems.empty()) return problems;
  auto result = run(*prepared.simulation, prepared.settings, hooks);
  if (!result) return result;
  read_energy(prepared.tables, prepared.control->ladder, prepared.network.switches(), *result);
  say_unusual_load(prepared, result->statistics);
  result->promise = promise_outcome(prepared.control->policy, prepared.full_rate, result->statistics);
  return result;
}

}  // namespace ebb
