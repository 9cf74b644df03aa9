#include "tasks/sleep/sleep_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/topologies.hpp"
#include "config/node.hpp"
#include "experiment/device/default_rates.hpp"
#include "experiment/read/plan_config.hpp"
#include "experiment/read/run_config.hpp"
#include "network/network.hpp"
#include "planner/fit.hpp"
#include "planner/network_power.hpp"
#include "planner/port_kinds.hpp"
#include "power/control/channel_states.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/equipment.hpp"
#include "study/compare/compare_config.hpp"
#include "tasks/sleep/scaled_topology.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

Node text_node(const std::string& text, const std::string& where) {
  Node node;
  node.kind = Node::Kind::text, node.text = text, node.where = where;
  return node;
}

void set_text(Node& root, const char* path, const std::string& text) {
  set_path(root, path, text_node(text, root.where));
}

BitsPerSecond fastest_of(const PlanInput& plan) {
  BitsPerSecond fastest{};
  for (const PortKind& kind : plan.ports().kinds) fastest = std::max(fastest, kind.link.rate);
  return fastest;
}

/// True when every switch states the power of a disabled port on every medium that it has.
bool states_off(const PlanInput& plan) {
  const PortCount ports = plan.ports();
  for (const SwitchTier& tier : tiers_of(plan, ports))
    for (const LinkKind& link : tier.links(ports))
      if (!tier.device->off_row(link.medium)) return false;
  return true;
}

/// "nvidia-sn5600 states one port state: copper at 800Gb/s; …"
std::string one_state_text(const PlanInput& plan) {
  const PortCount ports = plan.ports();
  std::vector<std::string> devices;
  for (const SwitchTier& tier : tiers_of(plan, ports)) {
    std::vector<std::string> states;
    for (const LinkKind& link : tier.links(ports))
      states.push_back(fmt::format("{} at {}", name_of(link.medium), quantity_text(link.rate)));
    devices.push_back(fmt::format("{} ({})", tier.device->name, fmt::join(states, ", ")));
  }
  return fmt::format(
      "nothing can be saved by sleeping: the device files state one state for each port of this network, "
      "neither a slower rate of the same port nor off: {}",
      fmt::join(devices, "; "));
}

/// Routings of networks with a choice of paths come before those that route on any.
std::string routing_for(const Topology& topology, const Cables& cables) {
  const Network network = topology.build(cables);
  for (const char* name : {"clos_adaptive", "minimal_adaptive", "dragonfly_ugal_l", "grid_adaptive"}) {
    Problems problems;
    const auto routing = find_entry(routings(), name)->read(Node{}, "routing", {}, problems);
    if (routing && problems.empty() && routing->misfit(network).empty()) return name;
  }
  return "shortest_path";
}

/// Replaces the network by a small one where it is large. Fails for one that cannot be scaled.
Problems scale(Node& root, const PlanInput& plan, const Cables& cables, SleepSetup& setup) {
  const Node* section = root.find("topology");
  Problems problems;
  auto topology = read_named(topologies(), *section, "topology", problems);
  if (!topology) return problems;
  const std::int64_t hosts = plan.facts.hosts;
  setup.network = plan.topology;
  if (hosts > most_sleep_hosts) {
    auto small = scaled_topology(*section, *topology, most_sleep_hosts);
    if (!small)
      return {section->problem(
          "topology",
          fmt::format("has {} hosts and cannot be scaled down to a network for short runs", hosts),
          "generated networks can; for this one, `ebb compare-policies` simulates it in full")};
    set_path(root, "topology", *small);
    for (const char* of_the_large : {"routing", "trees", "rules"}) remove_entry(root, of_the_large);
    topology = read_named(topologies(), *small, "topology", problems);
    if (!topology) return problems;
    std::string parameters;
    for (const auto& [key, node] : small->entries)
      if (key != "name" && value_text(node) != "0")
        parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", key, value_text(node));
    setup.network = fmt::format("{} ({})", small->find("name")->text, parameters);
  }
  setup.network += fmt::format(", {} of {} hosts", topology->facts().hosts, hosts);
  if (!root.find("routing")) set_text(root, "routing.name", routing_for(*topology, cables));
  return {};
}

bool states_times(const PlanInput& plan) { return !plan.spine && !plan.switch_device.wake.empty(); }

/// The states of a port: those of the file, of a device that states the times of its changes, or the rates at
/// which all devices of the network state their power.
void add_control(Node& root, const PlanInput& plan, SleepSetup& setup) {
  const Node* control = root.find("control");
  const bool own_rates = control && (control->find("rates") || control->find("device"));
  const bool own_times = control && (control->find("reactivation") || control->find("wake") ||
                                     control->find("changes") || control->find("device"));
  setup.change_from = own_times ? "[control] of the file" : "assumed: no device of the plan states it";
  if (own_rates) return;
  const BitsPerSecond full = fastest_of(plan);
  if (states_times(plan) && !own_times) {
    const ChannelStates states = channel_states(plan.switch_device, full);
    const bool timed = states.any || states.lane_change || (states.has_off && states.wake);
    if (timed && (states.rates.size() >= 2 || states.has_off) && states.rates.back() == full) {
      set_text(root, "control.device", plan.settings.switch_device);
      setup.change_from = plan.switch_device.name;
      return;
    }
  }
  std::vector<BitsPerSecond> rates = rates_of_plan(plan, full);
  if (rates.empty() && states_off(plan)) rates = {full};
  if (rates.empty()) return;
  Node list;
  list.kind = Node::Kind::array, list.where = root.where;
  for (const BitsPerSecond rate : rates) list.items.push_back(text_node(quantity_text(rate), root.where));
  set_path(root, "control.rates", list);
  if (states_off(plan) && !(control && control->find("wake"))) set_text(root, "control.wake", "1us");
}

/// Its own traffic, or uniform messages, at the load of the plan.
void add_traffic(Node& root, const PlanInput& plan) {
  const Node* host = root.find("host");
  if (!host || !host->find("packet")) set_text(root, "host.packet", quantity_text(plan.settings.packet));
}

Node load_node(double load, const std::string& where) {
  Node node;
  node.kind = Node::Kind::real, node.real = load, node.where = where;
  return node;
}

bool has_states(const Node& root) {
  const Node* control = root.find("control");
  return control && (control->find("rates") || control->find("device"));
}

}  // namespace

Result<SleepSetup> sleep_setup(const std::string& file, const Settings& settings) {
  auto plan = read_plan(file, settings);
  if (!plan) return plan.problems();
  auto configuration = Configuration::read(file, settings);
  if (!configuration) return configuration.problems();
  SleepSetup setup{.nothing = "",
                   .plan = std::move(*plan),
                   .file = *configuration,
                   .policies = {},
                   .levels = {},
                   .network = "",
                   .change_from = ""};
  if (!check_power(setup.plan).empty()) {
    setup.nothing = "what sleeping saves is unknown: a device of the plan states no power";
    return setup;
  }
  Node root = configuration->root();
  for (const char* other : {"run", "sweep"}) remove_entry(root, other);
  add_control(root, setup.plan, setup);
  if (!has_states(root)) {
    setup.nothing = one_state_text(setup.plan);
    return setup;
  }
  if (Problems problems = scale(root, setup.plan, setup.plan.cables, setup); !problems.empty())
    return problems;
  add_traffic(root, setup.plan);
  const Node* own = find_path(root, "control.policy");
  const std::optional<Node> own_policy = own ? std::optional(*own) : std::nullopt;
  set_text(root, "control.policy", "halve_double");  // any, so that the rest can be read
  set_path(root, "traffic.load", load_node(0.1, root.where));
  set_text(root, "run.most_time", "3600s");  // sleep_run() sets it; a long epoch is no mistake yet
  auto input = read_run(configuration->with_root(root));
  if (!input) return input.problems();
  auto policies = policy_cases(*input, own_policy ? &*own_policy : nullptr);
  if (!policies) return policies.problems();
  const RateLevels states = input->control.states(input->full_rate);
  for (std::size_t i = 0; i < states.size(); ++i) setup.levels.push_back(states[i]);
  setup.change = input->control.longest_change(), setup.epoch = input->control.epoch;
  setup.policies = std::move(*policies);
  remove_entry(root, "compare");
  setup.file = configuration->with_root(std::move(root));
  return setup;
}

Picoseconds sleep_warm_up(const SleepSetup& setup) { return setup.epoch * 10; }
Picoseconds sleep_measured(const SleepSetup& setup) { return setup.epoch * 30; }

Configuration sleep_run(const SleepSetup& setup, const PolicyCase& policy, double load, std::int64_t seed) {
  Node root = setup.file.root();
  set_path(root, "control.policy", policy.policy);
  set_path(root, "traffic.load", load_node(load, root.where));
  set_text(root, "run.warm_up", quantity_text(sleep_warm_up(setup)));
  const Picoseconds end{sleep_warm_up(setup).v + sleep_measured(setup).v};
  for (const char* key : {"run.least_time", "run.most_time"}) set_text(root, key, quantity_text(end));
  Node number;
  number.kind = Node::Kind::integer, number.integer = seed, number.where = root.where;
  set_path(root, "run.seed", number);
  return setup.file.with_root(std::move(root));
}

}  // namespace ebb::inline tasks
