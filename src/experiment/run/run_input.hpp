// The parts that a run file describes, not yet put together.
#pragma once

#include <memory>
#include <vector>

#include "catalogue/routings.hpp"
#include "catalogue/traffics.hpp"
#include "engine/run/run.hpp"
#include "experiment/device/component_tables.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/energy/network_power.hpp"
#include "experiment/read/control_config.hpp"
#include "experiment/read/file_content.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

struct RunInput {
  std::unique_ptr<Topology> topology;
  Cables cables;
  BitsPerSecond full_rate{};  ///< of the fastest cables: what the rates of [control] are of
  SwitchSettings switches;
  HostSettings hosts;
  std::string adapter_file;  ///< where the times of its adapters are from; empty: they take none
  ControlConfig control;
  EnergyConfig energy;
  std::vector<PowerTable> tables;
  std::shared_ptr<const PlanInput> plan;  ///< null: the file has no [plan], and nobody asks for watts
  std::vector<PartsTable> parts;          ///< of components
  RunSettings run;
  std::unique_ptr<AnyRouting> routing;
  TrafficConfig traffic;
  /// A file cannot say it, because results do not depend on it.
  ExecutorKind executor = ExecutorKind::threads;
  std::vector<FileContent> contents;  ///< of the files that it names
  Node file;                          ///< with the settings of the command line
  Node document;                      ///< the same with every default written out
};

}  // namespace ebb::inline experiment
