// The parts that a run file describes, before they are assembled.
#pragma once

#include <memory>
#include <vector>

#include "base/units.hpp"
#include "catalogue/any_routing.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/traffics.hpp"
#include "config/node.hpp"
#include "engine/model/settings.hpp"
#include "engine/run/run_settings.hpp"
#include "engine/simulation.hpp"
#include "experiment/device/component_tables.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/energy/network_power.hpp"
#include "experiment/read/control_config.hpp"
#include "experiment/read/file_content.hpp"
#include "experiment/read/trees_input.hpp"
#include "planner/plan_input.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

struct RunInput {
  std::unique_ptr<Topology> topology;
  Cables cables;
  BitsPerSecond full_rate{};  ///< of the fastest cables; the rates of [control] refer to it
  SwitchSettings switches;
  HostSettings hosts;
  std::string adapter_file;  ///< source of the adapters' times; empty: they take none
  ControlConfig control;
  EnergyConfig energy;
  std::vector<PowerTable> tables;
  std::shared_ptr<const PlanInput> plan;  ///< null: no [plan], so no network power
  std::vector<PartsTable> parts;          ///< component tables
  RunSettings run;
  std::unique_ptr<AnyRouting> routing;
  std::optional<TreesInput> trees;  ///< links that are off and paths of a file; nothing: the routing's own
  TrafficConfig traffic;
  std::vector<FileContent> contents;  ///< of the files that the run file names
  Node file;                          ///< with the settings of the command line
  Node document;                      ///< the same with every default written out
};

}  // namespace ebb::inline experiment
