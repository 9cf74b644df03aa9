// Follows frames through the tables of a built network, hop by hop, as switches would: the proof that tables
// deliver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// The path of one frame.
struct Walk {
  HostId reached = no_id;  ///< no_id: dropped, or still under way after as many hops as there are switches
  std::uint32_t switches = 0;  ///< that it visited
};

struct WalkReport {
  std::uint64_t pairs = 0, delivered = 0;
  std::uint32_t most_switches = 0;  ///< on the longest path
  std::vector<bool> port_used;      ///< by some frame; by PortId
  std::string first_failure;        ///< empty if all were delivered
  bool all_delivered() const { return pairs > 0 && pairs == delivered; }
};

/// The tables of a network in one organisation, made when a frame first arrives.
class Walker {
 public:
  Walker(const Network& network, Organisation organisation);

  /// Follows a frame from a host to any address.
  Walk follow(HostId source, Address destination);
  WalkReport all_pairs();

  const AddressPlan& plan() const { return plan_; }

 private:
  const TableIndex& table(SwitchId s);
  void try_pair(HostId source, HostId destination, WalkReport& report);

  const Network& network_;
  Organisation organisation_;
  std::unique_ptr<BlockRouting> routing_;
  AddressPlan plan_;
  std::vector<std::unique_ptr<TableIndex>> tables_;
  std::vector<bool> port_used_;
};

}  // namespace ebb::inline rules
