// Stages for any network: all cables may go off except those of a spanning tree. The spanning tree alone
// keeps the network connected.
#pragma once

#include <vector>

#include "network/network.hpp"
#include "routing/graph/link_stages.hpp"

namespace ebb::inline fabric {

class TreeStages final : public LinkStages {
 public:
  explicit TreeStages(const Network& network);

  Place place(SwitchId s, std::uint16_t port) const override;
  std::uint32_t rows() const override { return 1; }
  std::uint32_t counts() const override { return 1; }
  void each_in_row(SwitchId s, std::uint32_t, const EachSwitch& each) const override { each(s, 0); }
  /// Visits the tree's first hop towards the other end of the cable.
  void each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const override;
  Near near(const Place&, const Knows&) const override { return {}; }

 private:
  const Network& network_;
  std::vector<bool> tree_;         ///< by port
  std::vector<PortId> to_parent_;  ///< of each switch; no_id at the root
  std::vector<std::uint32_t> depth_;
};

}  // namespace ebb::inline fabric
