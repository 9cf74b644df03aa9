// Follows frames through tables with conditions, over every state of the conditions at every switch: the
// proof that such tables deliver whatever is busy.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "rules/tables/conditional_table.hpp"

namespace ebb::inline rules {

struct EveryWayReport {
  std::uint64_t pairs = 0, delivered = 0;  ///< delivered by every path
  std::uint32_t most_switches = 0;         ///< on the longest path
  unsigned classes = 0;                    ///< that frames had between switches
  std::string first_failure;               ///< empty if all were delivered
  bool all_delivered() const { return pairs > 0 && pairs == delivered; }
};

class EveryWay {
 public:
  EveryWay(const Network& network, const Conditions& conditions);
  void follow(HostId from, HostId to);
  void follow_all_pairs();
  const EveryWayReport& report() const { return report_; }

 private:
  using State = std::pair<PortId, ServiceClass>;  ///< input port and class of a frame
  /// Switches on the longest path from here on; 0 when a path does not end at the destination.
  std::uint32_t longest_from(State state, Header header, HostId to);
  void fail(PortId in, const Header& header, const char* what);

  const Network& network_;
  std::unique_ptr<BlockRouting> routing_;
  std::vector<ForwardingTable> tables_;
  std::map<State, std::uint32_t> known_;  ///< of the current pair; 0 while a path goes through the state
  EveryWayReport report_;
};

}  // namespace ebb::inline rules
