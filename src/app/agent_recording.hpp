// What the agent sees between two looks, kept for the simulator: a trace in which every host sends as many
// bytes as its switch received from it. Counters do not say to whom. What a host sent is shared out over the
// others by how much each of them received in the same time (a gravity model).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fabric/agent/agent.hpp"
#include "traffic/trace_writer.hpp"

namespace ebb::inline app {

class AgentRecording {
 public:
  /// An empty path records nothing.
  AgentRecording(const std::string& path, const Network& network);

  Problems check() const;
  void add(const Agent& agent);
  Problems finish();

 private:
  void share_out(HostId from, std::uint64_t bytes, std::uint64_t received_by_others);

  std::string path_;
  const Network& network_;
  std::unique_ptr<TraceWriter> file_;
  std::vector<std::uint64_t> sent_, received_;         ///< by host, at the look before
  std::vector<std::uint64_t> sent_now_, arrived_now_;  ///< by host, since then
  std::vector<double> owed_;                           ///< by pair: bytes too few for a message so far
  std::vector<SentMessage> messages_;
  Picoseconds from_{}, until_{};
};

}  // namespace ebb::inline app
