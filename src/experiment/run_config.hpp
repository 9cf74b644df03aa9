// Reads a run file: the parts that it describes, not yet put together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/traffics.hpp"
#include "engine/run/run.hpp"
#include "experiment/configuration.hpp"
#include "experiment/control_config.hpp"
#include "experiment/power_tables.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

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
  ExecutorKind executor =
      ExecutorKind::threads;  ///< nothing that a file can say: results do not depend on it
  Node file;                  ///< with the settings of the command line
  Node document;              ///< the same with every default written out
};

/// Reads a run file, or returns all problems that can be found before anything is built.
Result<RunInput> read_run(const std::string& path, const std::vector<std::string>& settings);
/// `like` is a run that was read before: where both have the same [energy], device files are not read again,
/// which takes ten times as long as all the rest.
Result<RunInput> read_run(Configuration file, const RunInput* like = nullptr);

}  // namespace ebb::inline experiment
