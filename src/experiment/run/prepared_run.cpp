#include "experiment/run/prepared_run.hpp"

#include <algorithm>
#include <cmath>

#include "base/ensure.hpp"
#include "base/units.hpp"
#include "engine/control/switch_watch.hpp"
#include "engine/executor_kind.hpp"
#include "engine/gpu/accelerator_check.hpp"
#include "engine/run/run.hpp"
#include "experiment/device/domain_energy.hpp"
#include "experiment/energy/latency_bound_outcome.hpp"
#include "experiment/energy/power_limit.hpp"
#include "experiment/fit/buffer_fit.hpp"
#include "experiment/run/traffic_failure.hpp"
#include "network/channel_kinds.hpp"
#include "network/network.hpp"
#include "network/switch_off.hpp"
#include "network/twin_switches.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/channel_view.hpp"
#include "power/policy/latency_bound.hpp"
#include "power/policy/requirements.hpp"
#include "topology/graph.hpp"

namespace ebb::inline experiment {
namespace {

std::unique_ptr<Simulation> simulation_of(const PreparedRun& run, const Control& control) {
  SimulationSetup setup{run.network, *run.traffic, control, run.switches, run.hosts};
  setup.seed = static_cast<std::uint64_t>(run.settings.seed);
  setup.threads = static_cast<std::size_t>(run.settings.threads);
  setup.batch = run.settings.batch;
  setup.order = run.settings.order;
  setup.exchange = run.exchange;
  setup.executor = run.settings.executor;
  return run.routing->simulate(setup);
}

/// Puts the place of the policy in its file before what a run found out about it.
Problems at_policy(const PreparedRun& prepared, const Problems& found) {
  Problems problems;
  for (Problem p : found) {
    if (p.where != "policy") {
      problems.push_back(std::move(p));
      continue;
    }
    p.where.clear();
    Problems one{std::move(p)};
    locate(one, prepared.policy_place.node, prepared.policy_place.path, problems);
  }
  return problems;
}

/// Keeps every channel at full rate, whatever the run's own policy would do. With a latency bound, the delay
/// of packets is counted as in the run that follows.
struct AtFullRate final : Policy {
  Problems check() const override { return {}; }
  Requirements requirements() const override { return {.latency_bound = LatencyBound{}}; }
  Decision decide(const ChannelView&, const RateLevels& rates) const override {
    return {rates.fastest(), "the run at full rate"};
  }
};

/// Runs the same run at full rate, for a policy that requires its latency.
Problems measure_full_rate(PreparedRun& prepared, const RunHooks& hooks) {
  const AtFullRate policy;
  Control control = *prepared.control;
  control.policy = &policy;
  const auto simulation = simulation_of(prepared, control);
  const auto full =
      run_to_verdict(*simulation, prepared.settings, {.progress = hooks.progress, .stop = hooks.stop});
  if (Problems problems = traffic_failure(*prepared.traffic, prepared.exchange); !problems.empty())
    return problems;
  if (!full) return at_policy(prepared, full.problems());
  if (!full->failure.empty()) return full->failure;
  if (!prepared.full_rate) prepared.full_rate = full->statistics;
  const LatencyResult& latency = full->statistics.packet_latency;
  prepared.full_rate_latency = {{static_cast<std::int64_t>(latency.mean_ps)}, latency.p99, full->added_delay};
  return {};
}

/// A run that is short compared with its bursts may measure the latency precisely, but at another load than
/// the requested one.
void say_unusual_load(const PreparedRun& prepared, RunStatistics& statistics) {
  const double usual = 8 * prepared.traffic->offered_bytes_per_second() * prepared.network.hosts;
  const double offered = statistics.offered.payload_bits_per_second;
  if (usual <= 0 || offered <= 0 || statistics.verdict == Verdict::finished) return;
  const double apart = offered / usual - 1;
  if (std::fabs(apart) > prepared.settings.precision)
    statistics.why += fmt::format("; the load offered in the measured time is {:.1f} % {} its average",
                                  100 * std::fabs(apart), apart > 0 ? "above" : "below");
}

/// Switches off the cables of [trees], for the whole run.
Problems switch_cables_off(const RunInput& input, PreparedRun& prepared) {
  if (!input.trees || input.trees->off.empty()) return {};
  const Network& network = prepared.network;
  const std::size_t off = input.trees->off.size(), all = (network.switch_ports() - network.hosts) / 2;
  prepared.network_notes.push_back(
      fmt::format("{} of {} cables between switches are off for the whole run ([trees])", off, all));
  return placed(switch_off(prepared.network, input.trees->off), input.document);
}

/// Returns the time after which a requested change is over in any case: the packet on the wire finishes
/// first, both ends of a cable agree, and a channel may drain for an epoch. A blocked worm may keep a wire
/// longer.
Picoseconds time_to_settle(const PreparedRun& prepared) {
  const Control& control = *prepared.control;
  if (prepared.switches.counts_flits()) return control.epoch * 2;
  Picoseconds agree{}, packet{};
  for (const LinkClass& link : prepared.network.classes) {
    agree = std::max(agree, link.delay + prepared.switches.credit_time);
    packet = std::max(packet, wire_time(prepared.policy_context.packet,
                                        control.levels.of(link.rate, control.levels.slowest_level())));
  }
  const bool drains = control.transition == Transition::drain || control.transition == Transition::by_time;
  return prepared.policy_context.longest_change + packet + agree + (drains ? control.epoch : Picoseconds{});
}

/// Sets the watts of channels for a policy with a power limit. They start at the slowest rate, because the
/// limit holds from the start.
Problems limit_power(PreparedRun& prepared) {
  Control& control = *prepared.control;
  const auto limit = control.policy ? control.policy->requirements().power_limit : std::nullopt;
  if (!limit) return {};
  auto watts = watts_within(*limit, control.levels, prepared.network, channels_that_are_on(prepared.network));
  if (!watts) {
    Problems found = watts.problems(), problems;
    locate(found, prepared.policy_place.node, prepared.policy_place.path, problems);
    return problems;
  }
  control.watts = std::move(*watts);
  control.watts.paired = control.paired;
  control.watts.settle = time_to_settle(prepared);
  control.first_level = control.levels.slowest_level();
  return {};
}

/// Meters the power domains of the devices, where ports can be off. A cable of which one direction alone is
/// off keeps the module at both ends.
void use_domains(PreparedRun& prepared, double speedup) {
  Control& control = *prepared.control;
  if (!control.policy || !control.levels.has_off() || control.single_channels) return;
  const double wake = static_cast<double>(control.change_time(0, control.levels.size() - 1).v) * speedup;
  const Picoseconds time{static_cast<std::int64_t>(std::min(wake, 9e18))};
  const bool sleeps = control.policy->requirements().switches.has_value();
  if (sleeps)
    control.switch_groups = switch_groups_of(twin_switches(prepared.network)), control.domains.push_back({});
  for (PowerTable& table : prepared.tables) {
    table.domains = domain_powers(table.device, time, sleeps);
    if (!table.domains.empty()) add_shapes(control.domains, table.device);
  }
  if (!prepared.plan) return;
  prepared.plan_domains = domains_of(*prepared.plan, time, sleeps);
  for (const DomainPower& domain : prepared.plan_domains)
    if (std::find(control.domains.begin(), control.domains.end(), domain.shape) == control.domains.end())
      control.domains.push_back(domain.shape);
}

}  // namespace

Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input, std::uint64_t memory, Exchange* exchange,
                                                 bool each_channel) {
  const std::size_t ranks = exchange ? exchange->ranks() : 1;
  if (Problems problems = check_run_size(input, memory * ranks); !problems.empty()) return problems;
  auto prepared = std::make_unique<PreparedRun>();
  prepared->network = input.topology->build(input.cables);
  prepared->network.spines_apart = input.plan && input.plan->spine;
  prepared->network_notes = remarks_on(*input.topology);
  if (std::string text = short_buffer_text(input.switches, input.hosts, prepared->network); !text.empty())
    prepared->network_notes.push_back(std::move(text));
  prepared->closed_loop = input.traffic.is_closed_loop();
  if (input.control.policy) prepared->policy_context = policy_context(input);  // before traffic moves out
  auto fitted = fit_run(input, prepared->network, memory, exchange, each_channel);
  if (!fitted) return fitted.problems();
  if (Problems problems = switch_cables_off(input, *prepared); !problems.empty()) return problems;
  prepared->memory = fitted->memory;
  prepared->traffic = std::move(fitted->traffic);
  prepared->routing = std::move(input.routing);
  prepared->control_config = std::move(input.control);
  prepared->control = std::make_unique<Control>(prepared->control_config.control(input.full_rate));
  if (const Node* policy = find_path(input.document, "control.policy")) prepared->policy_place.node = *policy;
  prepared->tables = std::move(input.tables), prepared->parts = std::move(input.parts);
  prepared->plan = std::move(input.plan);
  if (prepared->control_config.policy && prepared->control_config.policy->requirements().topology) {
    prepared->stages = prepared->routing->make_stages(prepared->network);
    ENSURE(prepared->stages);  // fit_run() refuses routings that cannot work with a cable off
    prepared->control->use_stages(*prepared->stages, prepared->network);
  }
  use_domains(*prepared, input.energy.speedup);
  prepared->settings = input.run;
  prepared->switches = input.switches, prepared->hosts = input.hosts;
  prepared->exchange = exchange;
  if (Problems problems = check_accelerator(prepared->settings.executor); !problems.empty()) return problems;
  if (Problems problems = limit_power(*prepared); !problems.empty()) return problems;
  if (const Policy* policy = prepared->control->policy; !policy || !policy->requirements().full_rate_latency)
    prepared->simulation = simulation_of(*prepared, *prepared->control);
  return prepared;
}

Problems learn_full_rate(PreparedRun& prepared, const RunHooks& hooks) {
  if (prepared.simulation) return {};
  if (!prepared.full_rate_latency)
    if (Problems problems = measure_full_rate(prepared, hooks); !problems.empty()) return problems;
  prepared.policy_context.full_rate = prepared.full_rate_latency;
  Problems found = prepared.control_config.policy->fit(prepared.control->levels, prepared.policy_context),
           problems;
  locate(found, prepared.policy_place.node, prepared.policy_place.path, problems);
  if (problems.empty()) prepared.simulation = simulation_of(prepared, *prepared.control);
  return problems;
}

Result<RunResult> run_or_problems(PreparedRun& prepared, const RunHooks& hooks) {
  auto result = run_experiment(prepared, hooks);
  if (result && !result->failure.empty()) return result->failure;
  return result;
}

namespace {

/// Where circuits come and go, a channel is no port: one transceiver serves many, and only a plan counts it.
void read_power(const PreparedRun& prepared, RunResult& result) {
  if (prepared.network.circuits.in_use()) return;
  read_energy(prepared.tables, prepared.control->levels, prepared.network.switches(), result);
  if (prepared.plan)
    result.draw = network_power(*prepared.plan, prepared.control->levels, prepared.plan_domains, result);
  read_components(prepared.parts, prepared.control->levels, prepared.network, prepared.switches, result);
}

}  // namespace

Result<RunResult> run_experiment(PreparedRun& prepared, const RunHooks& hooks) {
  if (Problems problems = learn_full_rate(prepared, hooks); !problems.empty()) return problems;
  auto result = run_to_verdict(*prepared.simulation, prepared.settings, hooks);
  if (Problems problems = traffic_failure(*prepared.traffic, prepared.exchange); !problems.empty())
    return problems;
  if (!result) return at_policy(prepared, result.problems());
  read_power(prepared, *result);
  say_unusual_load(prepared, result->statistics);
  result->latency_bound =
      latency_bound_outcome(prepared.control->policy, prepared.full_rate, result->statistics);
  return result;
}

}  // namespace ebb::inline experiment
