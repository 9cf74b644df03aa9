// The cables between two switches taken together, as one aggregated link (IEEE 802.1AX). A spanning tree, a
// VLAN and a path use trunks; only a frame uses the single cable.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline rules {

using TrunkId = std::uint32_t;

struct Trunk {
  SwitchId a = 0, b = 0;  ///< a is the smaller number
  /// The ports at both ends; those at the same index are the ends of one cable.
  std::vector<PortId> ports_a, ports_b;

  SwitchId other(SwitchId s) const { return s == a ? b : a; }
  const std::vector<PortId>& ports_of(SwitchId s) const { return s == a ? ports_a : ports_b; }
  std::uint32_t links() const { return static_cast<std::uint32_t>(ports_a.size()); }
};

class Trunks {
 public:
  explicit Trunks(const Network& network);

  std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
  std::uint32_t switches() const { return static_cast<std::uint32_t>(of_switch_.size()); }
  const Trunk& operator[](TrunkId t) const { return all_[t]; }
  /// The trunks of a switch, by the number of the switch at the other end.
  const std::vector<TrunkId>& of(SwitchId s) const { return of_switch_[s]; }
  /// no_id: no cable joins the two.
  TrunkId between(SwitchId a, SwitchId b) const;
  /// A trunk has two channels, one in each direction; this is the one that leaves s.
  std::uint32_t channel_from(SwitchId s, TrunkId t) const { return 2 * t + (all_[t].a == s ? 0 : 1); }
  std::uint32_t channels() const { return 2 * size(); }

  /// Puts those cables first in each trunk that are on, by port; both ends of a cable have the same entry.
  /// Returns how many are on, of each trunk.
  std::vector<std::uint32_t> put_first(const std::vector<bool>& on);

 private:
  std::vector<Trunk> all_;
  std::vector<std::vector<TrunkId>> of_switch_;
};

/// Some of the trunks, by number.
using TrunkSet = std::vector<bool>;

}  // namespace ebb::inline rules
