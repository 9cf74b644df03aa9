// Credits that go back over a channel that is off. Where single channels go off, packets may come from the
// other end of a cable while the way back is off for packets.
//
// Our reading of Kim's link, which is InfiniBand's: credits travel in link packets of 64 bits, framing
// included. An off channel still sends these. The receiver's detector is always powered, and the transmitter
// is supplied for the time of a link packet at the channel's slowest rate. That time counts as time at the
// slowest rate, so every power table has its energy; once the channel comes on, its transition has more
// power. A credit is a total: while one link packet is sent and another one waits, further credits go with
// the one that waits. The delay of a credit is [switch] credit_time in every state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/model/switch_view.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

inline constexpr std::int64_t link_packet_bytes = 8;

/// So many credits go back over the channel of a port from now on, one every `pace`.
inline void send_credits(SwitchView& context, std::uint16_t local, std::int64_t credits, std::int64_t pace) {
  NetworkState& state = context.state;
  const PortId channel = context.channel_at(local);
  if (state.level_of(channel) != 0 || context.now < state.cold[channel].transition_until) return;
  const std::int64_t one = context.rates[context.outs[channel].rate].time(link_packet_bytes);
  CreditPath& path = state.control.credit_paths[channel];
  if (path.busy_until > context.now + one) return;
  const std::int64_t time = std::min(credits * one, (credits - 1) * pace + one);
  path.busy_until = std::max(context.now, path.busy_until) + time;
  path.used += time;
}

/// Moves a time of link packets from the state off to the slowest rate.
inline void book_link_packets(std::int64_t time, std::size_t slowest_level, std::span<std::int64_t> time_in) {
  time_in[0] -= time, time_in[slowest_level] += time;
}

}  // namespace ebb::inline engine
