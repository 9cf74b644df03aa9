// A run's result as a summary for people, and as JSON and CSV for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/document/figures.hpp"
#include "report/document/render.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// The description of a run, for the head of the summary.
struct RunTitle {
  std::string file, network, routing, traffic;  ///< each with the parameters that the user gave
  std::vector<std::string> network_notes;       ///< remarks beside the figures
  std::vector<std::string> host_names;          ///< empty: hosts have numbers
  std::string calibration;                      ///< computed from the network by a workload; may be empty
  std::string flow;                             ///< empty: credits
  std::string pipeline;                         ///< its stages; empty: not given separately
  std::string control;                          ///< empty: the rates are not controlled
  /// The control settings from a device file, by name, and the origin of the others.
  std::string device_file, device_notes;
  std::vector<std::pair<std::string, std::string>> from_device;
  bool closed_loop = false;  ///< hosts send in response to deliveries: there is no offered load
  bool uneven = false;       ///< the traffic is uneven by configuration: no fairness is expected
  std::uint64_t hosts = 0, switches = 0, vcs = 0;
  std::int64_t seed = 0;
  double host_bits_per_second = 0;  ///< of all hosts' channels together: loads are a share of it
};

/// All measured results. What is added here appears in every output of `ebb run`, and in stored runs, by
/// itself.
nlohmann::ordered_json run_json(const RunTitle& title, const RunResult& result);

/// The same as a flat list of named values.
std::vector<NamedFigure> run_figures(const RunTitle& title, const RunResult& result);

/// CSV is a header line and one line with every figure.
std::string render_run(const RunTitle& title, const RunResult& result, Format format);

}  // namespace ebb::inline report
