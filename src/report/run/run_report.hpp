// A run's result as a summary for people, and as JSON and CSV for everything else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/document/figures.hpp"
#include "report/document/render.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// What was run, for the head of the summary.
struct RunTitle {
  std::string file, network, routing, traffic;  ///< each with the parameters that the user gave
  std::vector<std::string> network_notes;       ///< what is to be known of it beside the figures
  std::vector<std::string> host_names;          ///< empty: hosts go by their numbers
  std::string calibration;                      ///< what a workload computed from the network; may be empty
  std::string flow;                             ///< empty: credits
  std::string pipeline;                         ///< its stages; empty: they are not told apart
  std::string control;                          ///< empty: the rates are not controlled
  /// What a device file gave to the control, by name, and how the rest came about.
  std::string device_file, device_notes;
  std::vector<std::pair<std::string, std::string>> from_device;
  bool closed_loop = false;  ///< hosts send on answers: there is no offered load
  bool uneven = false;       ///< the user asked that hosts send different amounts: no fairness is expected
  std::uint64_t hosts = 0, switches = 0, vcs = 0;
  std::int64_t seed = 0;
  double host_bits_per_second = 0;  ///< all hosts' channels together: loads are given as a share of it
};

/// Everything that was measured. What is added here appears in every output of `ebb run`, and in stored runs,
/// by itself.
nlohmann::ordered_json run_json(const RunTitle& title, const RunResult& result);

/// The same as a flat list of named values.
std::vector<NamedFigure> run_figures(const RunTitle& title, const RunResult& result);

/// CSV is a header line and one line with every figure.
std::string render_run(const RunTitle& title, const RunResult& result, Format format);

}  // namespace ebb::inline report
