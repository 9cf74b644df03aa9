// A run that is put together: network, routing, workload, simulation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/fit/run_fit.hpp"

namespace ebb::inline experiment {

/// Where a policy stands in its file, for the problems that only a run finds.
struct PolicyPlace {
  Node node;
  std::string path = "control.policy";
};

/// A run that is ready to go. It keeps everything that the simulation refers to.
struct PreparedRun {
  Network network;
  std::vector<std::string> network_notes;  ///< what is to be known of it beside the figures
  std::unique_ptr<AnyRouting> routing;
  std::unique_ptr<Traffic> traffic;
  ControlConfig control_config;
  std::unique_ptr<LinkStages> stages;  ///< of a topology that changes
  std::unique_ptr<Control> control;
  std::vector<PowerTable> tables;
  std::shared_ptr<const PlanInput> plan;  ///< null: nobody asks for the network's watts
  std::vector<PartsTable> parts;
  std::unique_ptr<Simulation> simulation;  ///< null: it needs to know of a run at full rate first
  std::optional<RunStatistics>
      full_rate;  ///< of the same run at full rate, where there was one: what a promise is judged by
  std::optional<FullRateLatency> full_rate_latency;  ///< what a promise learns there; known if it was run
  PolicyPlace policy_place;
  RunSettings settings;
  SwitchSettings switches;
  HostSettings hosts;
  Exchange* exchange = nullptr;
  ExecutorKind executor = ExecutorKind::threads;
  bool closed_loop = false;  ///< hosts send on answers: there is no load
  std::uint64_t memory = 0;  ///< predicted, of this rank
};

/// Builds it all, or says what does not fit together, or that it would not fit into `memory` bytes. With
/// several ranks, each has `memory` bytes for its share. `each_channel`: whether run() will be asked for
/// them.
Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input, std::uint64_t memory = memory_of_machine(),
                                                 Exchange* exchange = nullptr, bool each_channel = false);

/// Tells the policy what it needs to know of the same run at full rate; runs that unless full_rate_latency is
/// known. run() does so by itself.
Problems learn_full_rate(PreparedRun& prepared, const RunHooks& hooks = {});

/// Runs it to the end, where the policy needs it after a run of the same at full rate, and reads the result
/// under its power tables.
Result<RunResult> run(PreparedRun& prepared, const RunHooks& hooks = {});

/// The same, but a run that comes to a stand is a result too: its `failure` says why it did.
Result<RunResult> run_as_far_as_it_goes(PreparedRun& prepared, const RunHooks& hooks = {});

}  // namespace ebb::inline experiment
