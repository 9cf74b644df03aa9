// Runs `ebb lab rounds` on all hosts of a lab, in parallel with other work there.
#pragma once

#include <future>
#include <string>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab/round_times.hpp"

namespace ebb::inline fabric {

/// What is missing to run it: root, Open vSwitch, Open MPI, and an ebb built with MPI.
Problems lab_rounds_obstacles();

struct LabRoundsPlan {
  std::uint32_t hosts = 0;
  int rounds = 0;           ///< at most
  int bytes = 4'000;        ///< from each host to each other, in each round
  std::string record = "";  ///< as in LabMpiJob
};

class LabRounds {
 public:
  LabRounds(const LabNames& names, const LabRoundsPlan& plan);
  /// Ends the program, if necessary by removing the lab.
  ~LabRounds();
  LabRounds(const LabRounds&) = delete;
  LabRounds& operator=(const LabRounds&) = delete;

  /// Returns after the first round.
  Problems wait_for_first();
  bool runs() const;
  /// Waits for the end; with `early`, requests it. Returns its rounds, or why there are none.
  Result<std::vector<RoundEnd>> finish(bool early);

 private:
  Problems failure() const;

  LabNames names_;
  std::string stop_, log_;
  Problems not_started_;
  std::future<ToolResult> program_;
  ToolResult ended_;
};

}  // namespace ebb::inline fabric
