// Which cables of a network may be switched off, and in which order they come on again. What a network is,
// and why it stays connected, only the file of its stages knows (butterfly_stages.hpp); a controller needs no
// more than this.
//
// Switches that can stand in for each other's cables form *rows*. What is on in a row is told to all of its
// switches as a few numbers: how many cables of each sort.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "network/network.hpp"

namespace ebb::inline routing {

struct LinkStages {
  virtual ~LinkStages() = default;

  struct Place {
    std::uint8_t stage = 0;  ///< 0: never off; others come on in this order
    std::uint8_t count = 0;  ///< which of the row's numbers counts it
    std::uint16_t row = 0;   ///< of the switch
  };
  /// Of the channel that leaves a port of the switch; a host's never goes off.
  virtual Place place(SwitchId s, std::uint16_t port) const = 0;

  /// Rows of every switch, and numbers of every row.
  virtual std::uint32_t rows() const = 0;
  virtual std::uint32_t counts() const = 0;

  /// Calls each(switch, hops) for all switches of the row of `s`, itself with 0: how far news travel.
  using EachSwitch = std::function<void(SwitchId, int hops)>;
  virtual void each_in_row(SwitchId s, std::uint32_t row, const EachSwitch& each) const = 0;

  /// Calls each(port) for other ports that lead the same way, no further than this one, furthest first, until
  /// it returns true.
  using EachPort = std::function<bool(std::uint16_t)>;
  virtual void each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const = 0;

  /// Whether cables near by, of the stages before and after, are on; knows(count) says whether the switch
  /// knows of such cables in the row.
  struct Near {
    bool before_up = true, after_up = false;
  };
  using Knows = std::function<bool(std::uint8_t count)>;
  virtual Near near(const Place& place, const Knows& knows) const = 0;

  /// Calls each(destination, ports) for each destination with the ports of a switch that packets to it may
  /// take: its forwarding table. As long as one of them is on for each, a policy that goes by tables may
  /// choose.
  using EachWay = std::function<void(SwitchId to, std::span<const std::uint16_t> ports)>;
  virtual void each_way(SwitchId, const EachWay&) const {}
};

}  // namespace ebb::inline routing
