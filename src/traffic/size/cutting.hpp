// How a message is divided into packets, with the numbers that a workload needs to compute its cost on the
// wire. The engine uses the same rule: full packets, then one with the remainder.
#pragma once

#include "base/units.hpp"

namespace ebb::inline traffic {

struct Cutting {
  Bytes mtu{1'000};  ///< largest payload of a packet
  Bytes header{0};   ///< bytes that each packet adds on the wire

  constexpr std::int64_t packets(Bytes message) const {
    return message.v <= mtu.v ? 1 : (message.v + mtu.v - 1) / mtu.v;
  }
  constexpr Bytes on_wire(Bytes message) const { return {message.v + packets(message) * header.v}; }
};

static_assert(Cutting{{1'000}, {40}}.on_wire({2'001}) == Bytes{2'121});

}  // namespace ebb::inline traffic
