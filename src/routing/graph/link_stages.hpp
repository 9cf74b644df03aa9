// Which cables of a network may be switched off, and in which order they come on again. The proof that a
// network stays connected is with its own stages (butterfly_stages.hpp). A controller needs only this
// interface.
//
// Switches whose cables can replace each other form *rows*. The state of a row is propagated to all of its
// switches as a few counts: how many cables of each kind are on.
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
    std::uint8_t count = 0;  ///< which of the row's counts includes it
    std::uint16_t row = 0;   ///< of the switch
  };
  /// Returns the place of the channel that leaves a port of the switch. A host's channel never goes off.
  virtual Place place(SwitchId s, std::uint16_t port) const = 0;

  /// The number of rows of every switch, and of counts of every row.
  virtual std::uint32_t rows() const = 0;
  virtual std::uint32_t counts() const = 0;

  /// Calls each(switch, hops) for all switches of the row of `s`, itself with 0: the distance over which
  /// state is propagated.
  using EachSwitch = std::function<void(SwitchId, int hops)>;
  virtual void each_in_row(SwitchId s, std::uint32_t row, const EachSwitch& each) const = 0;

  /// Calls each(port) for other ports in the same direction, no further than this one, farthest first, until
  /// it returns true.
  using EachPort = std::function<bool(std::uint16_t)>;
  virtual void each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const = 0;

  /// Whether nearby cables of the stages before and after are on. knows(count) tells whether the switch knows
  /// of such cables in the row.
  struct Near {
    bool before_up = true, after_up = false;
  };
  using Knows = std::function<bool(std::uint8_t count)>;
  virtual Near near(const Place& place, const Knows& knows) const = 0;

  /// Calls each(destination, ports) for each destination with the ports of a switch that packets to it may
  /// take: its forwarding table. A policy that uses the tables may choose freely as long as one port per
  /// destination is on.
  using EachDestination = std::function<void(SwitchId to, std::span<const std::uint16_t> ports)>;
  virtual void each_destination(SwitchId, const EachDestination&) const {}
};

}  // namespace ebb::inline routing
