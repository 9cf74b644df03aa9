// Reads a run file, and puts together what it describes: network, routing, workload, simulation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/configuration.hpp"
#include "app/control_config.hpp"
#include "app/power_tables.hpp"
#include "app/routings.hpp"
#include "app/traffics.hpp"
#include "base/result.hpp"
#include "engine/run.hpp"
#include "topology/topology.hpp"

namespace ebb {

struct RunInput {
  std::unique_ptr<Topology> topology;
  Cables cables;
  SwitchSettings switches;
  HostSettings hosts;
  ControlConfig control;
  EnergyConfig energy;
  std::vector<PowerTable> tables;
  RunSettings run;
  std::unique_ptr<AnyRouting> routing;
  TrafficConfig traffic;
  Node file;      ///< with the settings of the command line
  Node document;  ///< the same with every default written out
};

/// All problems that can be found before anything is built.
Result<RunInput> read_run(const std::string& path, const std::vector<std::string>& settings);
/// `like` is a run that was read before: where both have the same [energy], device files are not read again,
/// which takes ten times as long as all the rest.
Result<RunInput> read_run(Configuration file, const RunInput* like = nullptr);

/// What its size forbids, from the closed forms, before anything is built.
Problems check_run_size(const RunInput& input, std::uint64_t memory);

/// A run on its built network: the workload there, and the bytes of memory that it will need.
struct FittedRun {
  std::unique_ptr<Traffic> traffic;
  std::uint64_t memory = 0;
};

/// What only the built network tells. Prepares the routing for this rank's switches; the traffic is moved out
/// of the input. Each rank has `memory` bytes.
Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange = nullptr);

/// Tells a policy of the channels of this run; what does not fit. `where` is a field of the policy.
Problems fit_policy(const RunInput& input, Policy& policy);

/// A run that is ready to go. It keeps everything that the simulation refers to.
struct PreparedRun {
  Network network;
  std::unique_ptr<AnyRouting> routing;
  std::unique_ptr<Traffic> traffic;
  ControlConfig control_config;
  std::unique_ptr<Control> control;
  std::vector<PowerTable> tables;
  std::unique_ptr<Simulation> simulation;  ///< null: it needs to know of a run at full rate first
  std::optional<RunStatistics> full_rate;  ///< of the same run at full rate, where there was one
  RunSettings settings;
  SwitchSettings switches;
  HostSettings hosts;
  Exchange* exchange = nullptr;
  bool closed_loop = false;  ///< hosts send on answers: there is no load
  std::uint64_t memory = 0;  ///< predicted, of this rank
};

/// In bytes.
std::uint64_t memory_of_machine();

/// Before anything is built, from the closed forms: a typing error must not take hours or all the memory.
Problems check_size(const Facts& facts, std::uint64_t memory);

/// Builds it all, or says what does not fit together, or that it would not fit into `memory` bytes. With
/// several ranks, each has `memory` bytes for its share.
Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input, std::uint64_t memory = memory_of_machine(),
                                                 Exchange* exchange = nullptr);

/// Runs it to the end, where the policy needs it after a run of the same at full rate, and reads the result
/// under its power tables.
Result<RunResult> run(PreparedRun& prepared, const RunHooks& hooks = {});

}  // namespace ebb
