// An assembled run: network, routing, workload, simulation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "catalogue/any_routing.hpp"
#include "config/node.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/model/control.hpp"
#include "engine/model/settings.hpp"
#include "engine/run/run_hooks.hpp"
#include "engine/run/run_settings.hpp"
#include "engine/simulation.hpp"
#include "experiment/fit/run_fit.hpp"
#include "network/network.hpp"
#include "planner/plan_input.hpp"
#include "power/device/domain_power.hpp"
#include "power/policy/policy.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// The position of a policy in its file, for problems that only a run finds.
struct PolicyPlace {
  Node node;
  std::string path = "control.policy";
};

/// A run that is ready to start. It owns everything that the simulation refers to.
struct PreparedRun {
  Network network;
  std::vector<std::string> network_notes;  ///< remarks about the network, beside the figures
  std::unique_ptr<AnyRouting> routing;
  std::unique_ptr<Traffic> traffic;
  ControlConfig control_config;
  std::unique_ptr<LinkStages> stages;  ///< for a topology that changes
  std::unique_ptr<Control> control;
  std::vector<PowerTable> tables;
  std::shared_ptr<const PlanInput> plan;  ///< null: no [plan], so the network's power is not computed
  std::vector<DomainPower> plan_domains;  ///< of the plan's devices, as they sleep in this run
  std::vector<PartsTable> parts;
  std::unique_ptr<Simulation> simulation;  ///< null: a run at full rate must come first
  std::optional<RunStatistics>
      full_rate;  ///< of the same run at full rate, where there was one; a latency bound is compared with it
  std::optional<FullRateLatency> full_rate_latency;  ///< for a latency bound; set once it was run
  PolicyContext policy_context;                      ///< what the policy was fitted to
  PolicyPlace policy_place;
  RunSettings settings;
  SwitchSettings switches;
  HostSettings hosts;
  Exchange* exchange = nullptr;
  bool closed_loop = false;  ///< hosts send in response to deliveries: there is no load
  std::uint64_t memory = 0;  ///< predicted, of this rank
};

/// Builds all parts. Returns the problems when they do not fit together or into `memory` bytes. With several
/// ranks, each has `memory` bytes for its partition. `each_channel`: whether the run records the figures of
/// each channel.
Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input, std::uint64_t memory = memory_of_machine(),
                                                 Exchange* exchange = nullptr, bool each_channel = false);

/// Gives the policy the latency of the same run at full rate. Simulates that run unless full_rate_latency is
/// set. run_experiment() calls this itself.
Problems learn_full_rate(PreparedRun& prepared, const RunHooks& hooks = {});

/// Simulates the run, after one at full rate where the policy needs it, and reads the result under its power
/// tables. A run that stalls also gives a result: its `failure` gives the reason.
Result<RunResult> run_experiment(PreparedRun& prepared, const RunHooks& hooks = {});

/// Does the same, but a run that stalls gives problems.
Result<RunResult> run_or_problems(PreparedRun& prepared, const RunHooks& hooks = {});

}  // namespace ebb::inline experiment
