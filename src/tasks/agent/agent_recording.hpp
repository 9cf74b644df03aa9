// Records the traffic that the agent observes between two polls, for the simulator: a trace in which every
// host sends as many bytes as its switch received from it. Counters do not have destinations, so these are
// estimated (fabric/agent/off/demand_guess.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/off/demand_guess.hpp"
#include "fabric/agent/route_tables.hpp"
#include "network/network.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline tasks {

class AgentRecording {
 public:
  /// An empty path records nothing. The file exists from now on, and lacks at most the last second.
  AgentRecording(const std::string& path, Existing existing, const Network& network,
                 const RouteTables& tables);

  Problems check() const;
  void add(const Agent& agent);
  Problems finish();

 private:
  void count(const Agent& agent);
  void follow_tables(const CableSet& routes);
  void share_out(HostId from, HostId to, double bytes);

  std::string path_;
  const Network& network_;
  const RouteTables& tables_;
  std::unique_ptr<TraceWriter> file_;
  std::optional<CableSet> paths_of_;  ///< the estimate has the paths over these cables
  DemandGuess guess_;
  CountedBytes all_, now_;    ///< since the start, and since the previous poll
  std::vector<double> owed_;  ///< by pair: bytes that do not fill a message yet
  std::vector<SentMessage> messages_;
  Picoseconds from_{}, until_{}, next_keeping_{};
};

}  // namespace ebb::inline tasks
