// What `ebb compare-policies` compares: each combination of networks and workloads of the file's [sweep]
// section, each under the policies that suit it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "experiment/read/settings.hpp"
#include "results/named_figure.hpp"
#include "study/compare/policy_cases.hpp"
#include "study/sweep/sweep_config.hpp"

namespace ebb::inline study {

/// Removes what a table has under this key, if anything.
void remove_entry(Node& table, std::string_view key);

/// One network under one workload.
struct ComparedCase {
  std::vector<NamedFigure> parameters;  ///< the parameters in which it differs from the others
  Node root;                            ///< a run file without a policy
  std::vector<PolicyCase> policies;     ///< always full rate first
  std::vector<std::string> tables;      ///< power tables that may apply to it
  Picoseconds epoch{}, most_time{};
  bool fixed_time = false;  ///< the file fixes the warm-up and one length for all runs
  BitsPerSecond slowest{}, fastest{};
  Picoseconds wake{};        ///< from off to a rate; 0: channels cannot be off
  Picoseconds off_and_on{};  ///< time from a rate to off and back; 0: channels have no off state
  std::string device;        ///< what a device file gives to all policies; may be empty
};

struct CompareConfig {
  std::string path;
  std::size_t repeats = 1;
  std::vector<ComparedCase> cases;
  std::vector<std::string> notes;  ///< notes to print before the first run
};

/// Reads the file. The policies are those of its [[compare]] list. Without a list, there is one of each kind
/// that fits the channels. All problems of all cases are found before the first run.
Result<CompareConfig> read_comparison(const std::string& path, const Settings& settings);
/// The same of a study that was read before.
Result<CompareConfig> read_comparison(SweepConfig sweep, Misfits misfits);

}  // namespace ebb::inline study
