// The channel dependency graph of a network: which virtual channel a packet may wait for while it occupies
// another one. If the graph has no cycle, packets cannot block each other forever (Dally and Seitz).
//
// A virtual channel is named by the port that it arrives at: lane = port * vcs + vc. Only ports of that
// switch can follow it, so the graph is one row of bits per lane.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

class DependencyGraph {
 public:
  DependencyGraph(const Network& network, int vcs);

  /// Returns the memory that the graph of a network takes.
  static std::size_t bytes(const Network& network, int vcs);

  /// The next hops of a packet at switch s are a row of bits, one for each hop, in this many words.
  std::size_t words(SwitchId s) const { return (std::size_t{network_.ports_of(s)} * vcs_ + 63) / 64; }
  void mark(std::uint64_t* row, Hop hop) const {
    const std::size_t bit = std::size_t{hop.port} * vcs_ + hop.vc;
    row[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  /// A packet that arrived at switch s by this channel and virtual channel may take any hop of the row next.
  void add(PortId channel, std::uint8_t vc, SwitchId s, const std::uint64_t* row);

  /// Returns a shortest cycle through one of the lanes on cycles, empty when there is none.
  std::vector<std::size_t> cycle() const;
  std::string name(std::size_t lane) const;

 private:
  template <class Each>
  void each_next(std::size_t lane, Each each) const;
  std::size_t lane_on_a_cycle() const;
  std::size_t row_of(SwitchId s, PortId port, std::size_t vc) const {
    return first_row_[s] + ((port - network_.first_port[s]) * vcs_ + vc) * words(s);
  }

  const Network& network_;
  std::size_t vcs_;
  std::vector<std::size_t> first_row_;  ///< of each switch, in words
  std::vector<std::uint64_t> bits_;
};

}  // namespace ebb::inline routing
