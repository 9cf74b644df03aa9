// Reads a run file: the parts that it describes, not yet put together.
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

}  // namespace ebb
