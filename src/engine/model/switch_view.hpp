// One switch with its hosts at one moment, as the rules of the model see it. The view holds plain state, and
// settings that are the same for all switches. The rules are functions over this view and an executor's
// verbs. Where the state is, an executor decides: in a NetworkState, or in views of arrays on an accelerator.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "power/control/power_budget.hpp"
#include "power/policy/latency_bound.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

template <class State>
struct SwitchViewOf {
  EBB_DEVICE explicit SwitchViewOf(State& all)
      : state(all),
        outs(all.out.data()),
        ins(all.in.data()),
        rates(all.rates.data()),
        crossbar_rates(all.crossbar_rates.data()),
        delay(all.delay.data()),
        inputs(all.inputs.data()),
        pipeline(all.switches.pipeline.v),
        credit_time(all.switches.credit_time.v),
        output_queue(all.switches.output_queue.v),
        header(all.hosts.header.v),
        vcs(all.vcs),
        controlled(all.is_controlled()),
        avoids(all.avoids_channels()),
        pauses(all.has_pauses()),
        by_packet(all.books_by_packet()),
        watches_bookings(all.watches_bookings()),
        waits_for_tails(controlled || by_packet || !all.has_one_rate()) {}

  /// All switches. A rule touches only the one at hand, its hosts, and the logs of the channels that leave
  /// them.
  State& state;
  // Copies of what the hot path needs, to save an indirection.
  OutPort* const outs;
  InLane* const ins;
  const WireRate *const rates, *const crossbar_rates;
  const std::int64_t* const delay;
  const CrossbarInput* const inputs;
  const std::int64_t pipeline, credit_time, output_queue, header;
  const std::uint32_t vcs;
  const bool controlled;        ///< rates change
  const bool avoids;            ///< and routings avoid channels that are about to change
  const bool pauses;            ///< buffers pause the other end of their cable
  const bool by_packet;         ///< wires are booked packet by packet
  const bool watches_bookings;  ///< the added delay of bookings counts, or the gaps between them
  /// Rates differ or change: a packet that comes in slowly waits for its tail before it gets a faster wire.
  const bool waits_for_tails;

  // The switch at hand.
  SwitchId id = 0;
  OutPort* out = nullptr;  ///< its first channel; null when there is no switch at hand
  std::size_t first_port = 0;
  std::int64_t now = 0;

  AddedDelay added_delay;  ///< counted here, until the executor adds it to the delay budget

  EBB_DEVICE void turn_to(SwitchId s) {
    id = s;
    first_port = state.network.first_port[s];
    out = &outs[first_port];
  }
  EBB_DEVICE std::size_t lane_of(std::size_t port, unsigned vc) const { return port * vcs + vc; }
  EBB_DEVICE InLane& lane_at(std::uint16_t local, unsigned vc) {
    return ins[lane_of(first_port + local, vc)];
  }
  EBB_DEVICE ColdPort& cold_at(std::uint16_t local) { return state.cold[first_port + local]; }
  EBB_DEVICE OutLane& out_lane(Hop hop) { return state.out_lanes[lane_of(first_port + hop.port, hop.vc)]; }
  EBB_DEVICE PortId channel_at(std::uint16_t local) const { return static_cast<PortId>(first_port + local); }
  EBB_DEVICE std::int32_t& credit_of(std::size_t channel, unsigned vc) {
    return vcs <= credits_inside ? outs[channel].credit[vc] : state.credit(channel, vc);
  }
  EBB_DEVICE HostId host_at(std::uint16_t local) const {
    return state.network.host_at(state.network.peer[first_port + local]);
  }

  /// Returns the length of an output queue in bytes: what is not booked yet, and what the wire still has to
  /// send.
  [[gnu::always_inline]] EBB_DEVICE std::int64_t queued(std::uint16_t local) const {
    const OutPort& port = out[local];
    std::int64_t from = now;
    if (port.in_transition) [[unlikely]]
      from = std::max(from, state.cold[first_port + local].transition_until);
    return port.waiting + (port.free_at > from ? rates[port.rate].bytes(port.free_at - from) : 0);
  }
  /// Returns what one virtual channel has in an output queue, and what the wire still has to send.
  [[gnu::always_inline]] EBB_DEVICE std::int64_t length_of(Hop hop) const {
    const OutPort& port = out[hop.port];
    std::int64_t queue_length = queued(hop.port);
    if (port.waiting)
      queue_length +=
          state.out_lanes[lane_of(first_port + hop.port, hop.vc)].waiting - std::int64_t{port.waiting};
    return queue_length;
  }
  /// Says whether so many bytes fit into the output queue. Each virtual channel counts by itself: packets of
  /// others that wait there for credits take no space. Otherwise one virtual channel could block another, and
  /// the proof that there is no deadlock would fail.
  [[gnu::always_inline]] EBB_DEVICE bool fits(Hop hop, std::int64_t size) const {
    const std::int64_t queue_length = length_of(hop);
    return queue_length == 0 || queue_length + size <= output_queue;
  }
  /// Says whether a head may enter the output queue now: it fits, and no other head comes first.
  [[gnu::always_inline]] EBB_DEVICE bool has_room(Hop hop, std::int64_t size) const {
    if ((out[hop.port].blocked_mask | out[hop.port].reserved_mask) >> hop.vc & 1) return false;
    return fits(hop, size);
  }
};

/// The view of an executor on this machine.
struct SwitchView : SwitchViewOf<NetworkState> {
  using SwitchViewOf<NetworkState>::SwitchViewOf;
  PowerLedger power_bids;  ///< changes of bids, until the executor adds them to the power budget
};

/// A channel of the switch at hand or of one of its hosts, named by the port it leaves.
struct Channel {
  PortId id;
  std::uint16_t local;  ///< the port of this switch, its own or the one the host is attached to
  bool of_host;
};

template <class State>
EBB_DEVICE_INLINE Channel channel_at(const SwitchViewOf<State>& context, std::uint16_t local, bool of_host) {
  const PortId port = context.channel_at(local);
  return {of_host ? context.state.network.peer[port] : port, local, of_host};
}

}  // namespace ebb::inline engine
