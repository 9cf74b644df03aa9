// The counters of all ports as the agent sees them, as CSV: one line for each port that has moved since the
// look before. What hosts sent and received in it becomes a demand that the simulator replays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/whole_file.hpp"
#include "fabric/agent/agent.hpp"

namespace ebb::inline app {

class AgentRecording {
 public:
  /// An empty path records nothing.
  AgentRecording(const std::string& path, const Network& network, const AgentSettings& settings);

  Problems check() const;
  void add(const Agent& agent);
  Problems finish();

 private:
  std::string path_;
  std::unique_ptr<WholeFile> file_;
  std::vector<std::uint64_t> sent_, received_;  ///< at the look before, by port
};

}  // namespace ebb::inline app
