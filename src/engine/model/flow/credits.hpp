// Credit flow control: the source of a channel knows how many bytes are free in the buffer at the other end,
// for each virtual channel, and sends nothing that would not fit. Space that a packet leaves counts again at
// the source a cable's delay and the credit time after its tail has gone.
//
// A flow control mode is compiled into the rules. It says whether a packet may be sent now, arranges a
// wake-up for when it may, and is called for every packet that takes or leaves buffer space.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/downstream_meter.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Returns the time before which a host may use credits that are in the log but not due yet. A host has its
/// lane and its wire to itself, so what it sends is known, and a credit costs no event. The limits: not after
/// its wire is free, since bookings ahead have no gaps; not beyond an evaluation or the end of the run, which
/// see what was booked by then; not while the channel may change before, or is booked packet by packet; not
/// while a credit is on its way that is in no log.
template <class Context>
EBB_DEVICE_INLINE std::int64_t counts_on_until(const Context& context, PortId channel) {
  if (context.state.cold[channel].owed > 0) return 0;
  const std::int64_t until = std::min(context.state.ahead_until, context.outs[channel].free_at + 1);
  if (!context.controlled) return until;
  const ChannelControl& control = context.state.control.channels[channel];
  const Watch& watch = context.state.watch[channel];
  if (watch.step || control.settling || control.drain_by != 0) return 0;
  return std::min(until, watch.booking_limit);
}

/// Notifies the sender of a credit that did not fit its log; or, without bytes, that there is one in the log.
template <class Context>
EBB_DEVICE void notify_source(Context& context, const Packet& packet, std::int64_t due, std::uint16_t bytes) {
  const auto& net = context.state.network;  // its arrays are smaller than that of the ports
  const PortId source = net.peer[context.first_port + packet.port];
  if (net.is_host_port(source)) {
    ++context.state.cold[source].owed;
    return context.schedule(host_credit_event(due, context.id, packet.port, bytes));
  }
  const SwitchId owner = net.owner[source];
  const auto port = static_cast<std::uint16_t>(source - net.first_port[owner]);
  context.schedule(credit_event(due, owner, port, packet.vc, bytes));
}

/// Enters a credit into the log of the lane that the packet has left. A sender that waits is notified. Where
/// occupancy is measured, the log's credits count in `returned`, which belongs to the log.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void enter_credit(Context& context, CreditLog& log,
                                                           const Packet& packet, std::int64_t due,
                                                           std::uint64_t* returned = nullptr) {
  if (!log.add(due, packet.size, context.read_until())) [[unlikely]]
    return notify_source(context, packet, due, packet.size);
  if (returned) *returned += bytes_by_time(packet.size, due);
  if (log.wanted) [[unlikely]]
    log.wanted = 0, notify_source(context, packet, due, 0);
}

/// Waits at a channel for credits: a timed event looks again at the time that `when()` returns. There is
/// never more than one, and none for INT64_MAX: then the other end notifies.
template <class Context, class When>
[[gnu::always_inline]] EBB_DEVICE_INLINE void wait_until(Context& context, const Channel& channel,
                                                         unsigned vc, const When& when) {
  ColdPort& cold = context.state.cold[channel.id];
  cold.lack_mask = with(cold.lack_mask, vc);
  if (cold.poll_mask >> vc & 1) return;
  cold.poll_mask = with(cold.poll_mask, vc);
  const std::int64_t time = when();
  if (time == INT64_MAX) return;
  context.schedule(channel.of_host ? host_credit_event(time, context.id, channel.local, 0)
                                   : credit_event(time, context.id, channel.local, vc, 0));
}

/// A host receives a credit: source.hpp.
template <class Context>
EBB_DEVICE void receive_host_credit(Context& context, std::uint16_t local, std::uint32_t bytes);

/// The host whose packet has left the lane waits for a credit, and there is one from `due` on. It is notified
/// at once if it may use the credit early.
template <class Context>
EBB_APART EBB_DEVICE void notify_waiting_host(Context& context, InLane& in, std::uint16_t local,
                                              std::int64_t due) {
  in.host_waits = 0;
  if (due < counts_on_until(context, context.state.network.peer[context.first_port + local]))
    return receive_host_credit(context, local, 0);
  context.schedule(host_credit_event(due, context.id, local, 0));
}

/// Returns the credit of a packet that has left a lane: it counts at the other end from `due` on.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE void return_space(Context& context, InLane& in, const Packet& packet,
                                                           std::int64_t due,
                                                           std::uint64_t* returned = nullptr) {
  context.return_credit(in, packet, due, returned);
  if (in.host_waits) [[unlikely]]
    notify_waiting_host(context, in, packet.port, due);
}

struct Credits {
  /// A packet that has its credits is sent as booked, so bookings may be made ahead.
  template <class Context>
  static constexpr bool packet_by_packet(const Context&) {
    return false;
  }

  /// Every packet that arrives has buffer space.
  template <class Context>
  static constexpr bool admit(Context&, const Packet&) {
    return true;
  }

  /// Says whether there is credit for `size` bytes. The log is far away in memory, so this reads it only when
  /// the credits at hand are not enough.
  template <class Context>
  [[gnu::always_inline]] EBB_DEVICE static bool may_send(Context& context, std::int32_t& credit,
                                                         PortId channel, unsigned vc, std::int64_t size) {
    if (credit >= size) [[likely]]
      return true;
    std::uint32_t& taken = context.state.out_lanes[context.lane_of(channel, vc)].taken;
    const std::uint32_t due =
        context.with_credit_log(channel, vc, [&context](const auto& log) { return log.due(context.now); });
    credit += static_cast<std::int32_t>(due - taken);
    taken = due;
    return credit >= size;
  }

  /// Returns the bytes for which packets have taken credits that have not come back, on the first `lanes`
  /// virtual channels.
  template <class Context>
  EBB_DEVICE static std::int64_t lacking(Context& context, PortId channel, unsigned lanes) {
    const std::int64_t buffer = context.state.switches.input_buffer.v;
    std::int64_t sum = 0;
    for (unsigned vc = 0; vc < lanes; ++vc) {
      std::int32_t& credit = context.credit_of(channel, vc);
      may_send(context, credit, channel, vc, buffer);  // counts what has come back
      sum += buffer - credit;
    }
    return sum;
  }

  /// The packet gets the wire and takes credit.
  EBB_DEVICE static void take(std::int32_t& credit, std::int64_t size) {
    credit -= static_cast<std::int32_t>(size);
  }

  /// The packet's tail leaves the buffer at `tail`; the other end of the cable knows a little later.
  template <class Context>
  [[gnu::always_inline]] EBB_DEVICE static void leave(Context& context, InLane& in, const Packet& packet,
                                                      std::int64_t tail) {
    return_space(context, in, packet, tail + context.inputs[packet.rate].delay + context.credit_time);
  }

  /// No queue is sampled: congestion notifications are Ethernet's.
  template <class Context>
  static constexpr void sample(Context&, Hop, const Packet&) {}

  /// Waits for credits: until the next entry in the log counts, or else until downstream notifies. The order
  /// of the two switches in a window does not matter. If downstream ran first, the log has the entry; if not,
  /// downstream sees that this end waits.
  template <class Context>
  EBB_DEVICE static void wait(Context& context, const Channel& channel, unsigned vc) {
    wait_until(context, channel, vc, [&] {
      return context.with_credit_log(channel.id, vc, [&](auto& log) {
        const std::int64_t entry = log.next_after(context.now);
        if (entry == INT64_MAX && channel.of_host)
          context.lane_at(channel.local, 0).host_waits = 1;  // it is at the same switch
        else if (entry == INT64_MAX)
          log.wanted = 1;
        return entry;
      });
    });
  }

  /// Says whether a host that lacks credit for `size` bytes will have it when its wire is free. If not, it
  /// waits: for a notification of the next credit, or until one is due.
  template <class Context>
  EBB_DEVICE static bool host_counts_on(Context& context, const Channel& channel, std::int32_t credit,
                                        std::int64_t size) {
    const std::int64_t until = counts_on_until(context, channel.id);
    if (until <= context.now) return wait(context, channel, 0), false;
    const std::uint32_t taken = context.state.out_lanes[context.lane_of(channel.id, 0)].taken;
    InLane& in = context.lane_at(channel.local, 0);
    const std::int64_t space = in.log.first_with(taken + static_cast<std::uint32_t>(size - credit));
    if (space < until) return true;
    if (space != INT64_MAX) return wait(context, channel, 0), false;
    wait_until(context, channel, 0, [&] { return in.host_waits = 1, INT64_MAX; });
    return false;
  }

  /// The oldest waiting packet has its credits now; it may still wait for the wire.
  template <class Context>
  EBB_DEVICE static void has_space(Context& context, PortId channel, unsigned vc) {
    ColdPort& cold = context.state.cold[channel];
    cold.lack_mask = without(cold.lack_mask, vc);
  }

  /// Receives a credit that did not fit its log, or, without bytes, the event to read the log again. Returns
  /// whether a packet lacks credits; one that still does afterwards waits again. Packets that wait for
  /// something else must not be served now: whether a credit fits its log depends on the executor, and must
  /// not decide which packet gets a wire.
  template <class Context>
  EBB_DEVICE static bool receive(Context& context, PortId channel, unsigned vc, std::uint32_t bytes) {
    ColdPort& cold = context.state.cold[channel];
    const bool lacks = cold.lack_mask >> vc & 1;
    context.credit_of(channel, vc) += static_cast<std::int32_t>(bytes);
    if (context.state.control.latency_bound && lacks)
      context.state.control.able_from[context.lane_of(channel, vc)] = context.now;
    if (bytes == 0)
      cold.poll_mask = without(cold.poll_mask, vc);
    else if (cold.owed > 0)
      --cold.owed;
    cold.lack_mask = without(cold.lack_mask, vc);
    return lacks;
  }

  /// Credits have no pauses.
  template <class Context>
  static constexpr bool is_paused(Context&, Hop) {
    return false;
  }

  /// Says whether all credits are back: nothing that was sent is in the buffer at the other end or on its
  /// way.
  template <class Context>
  EBB_DEVICE static bool all_back(Context& context, PortId channel) {
    if (context.outs[channel].peer_port == no_port) return true;  // a host accepts everything
    const auto buffer = context.state.switches.input_buffer.v;
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      if (!may_send(context, context.credit_of(channel, vc), channel, vc, buffer)) return false;
    return true;
  }
};

}  // namespace ebb::inline engine
