// Credit flow control: the source of a channel knows how many bytes are free in the buffer at the other end,
// for each virtual channel, and sends nothing that would not fit. Space that a packet leaves counts again at
// the source a cable's delay and the credit time after its tail has gone.
//
// A way of flow control is compiled into the rules. It says whether a packet may be sent now, arranges to be
// told when it may, and hears of every packet that takes space or leaves it.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/space_account.hpp"

namespace ebb::inline engine {

/// Returns the time before which a host may count on credits that are in the log, though they are not due
/// yet. It has its lane and its wire to itself, so what it sends is known, and a credit costs no event. Not
/// after its wire is free, since whatever is booked ahead stands without gaps; nor beyond a question or the
/// end of the run, which see what was booked by then; not while the channel may change before, or gets its
/// packets one at a time; nor while a credit comes that is in no log.
inline std::int64_t counts_on_until(const SwitchView& context, PortId channel) {
  if (context.state.cold[channel].owed > 0) return 0;
  const std::int64_t until = std::min(context.state.ahead_until, context.outs[channel].free_at + 1);
  if (!context.controlled) return until;
  const ChannelControl& control = context.state.controls[channel];
  const Watch& watch = context.state.watch[channel];
  if (watch.step || control.settling || control.drain_by != 0) return 0;
  return std::min(until, watch.booking_limit);
}

/// Tells the sender of a credit that did not fit its log; or, without bytes, that there is one in the log.
template <class Context>
void tell_source(Context& context, const Packet& packet, std::int64_t due, std::uint16_t bytes) {
  const Network& net = context.state.network;  // its arrays are smaller than that of the ports
  const PortId source = net.peer[context.first_port + packet.port];
  if (net.is_host_port(source)) {
    ++context.state.cold[source].owed;
    return context.schedule(host_credit_event(due, context.id, packet.port, bytes));
  }
  const SwitchId owner = net.owner[source];
  const auto port = static_cast<std::uint16_t>(source - net.first_port[owner]);
  context.schedule(credit_event(due, owner, port, packet.vc, bytes));
}

/// Enters a credit into the log of the lane that the packet has left. A sender that waits is told. Where
/// space is accounted for, the log's credits count in `account`, which belongs to the log.
template <class Context>
[[gnu::always_inline]] inline void enter_credit(Context& context, CreditLog& log, const Packet& packet,
                                                std::int64_t due, std::uint64_t* account = nullptr) {
  if (!log.add(due, packet.size, context.asked_until())) [[unlikely]]
    return tell_source(context, packet, due, packet.size);
  if (account) *account += bytes_by_time(packet.size, due);
  if (log.wanted) [[unlikely]]
    log.wanted = 0, tell_source(context, packet, due, 0);
}

/// Waits at a channel for space: a note says when to look again, at the time that `when()` gives. There is
/// never more than one, and none for INT64_MAX: then somebody else will tell.
template <class Context, class When>
[[gnu::always_inline]] inline void wait_until(Context& context, const Channel& channel, unsigned vc,
                                              const When& when) {
  ColdPort& cold = context.state.cold[channel.id];
  cold.lack_mask = with(cold.lack_mask, vc);
  if (cold.poll_mask >> vc & 1) return;
  cold.poll_mask = with(cold.poll_mask, vc);
  const std::int64_t time = when();
  if (time == INT64_MAX) return;
  context.schedule(channel.of_host ? host_credit_event(time, context.id, channel.local, 0)
                                   : credit_event(time, context.id, channel.local, vc, 0));
}

/// A host hears of a credit: source.hpp.
template <class Context>
void hear_host_credit(Context& context, std::uint16_t local, std::uint32_t bytes);

/// The host whose packet has left the lane waits for a credit, and there is one from `due` on. It hears of it
/// at once if it may count on it.
template <class Context>
[[gnu::noinline]] void tell_waiting_host(Context& context, InLane& in, std::uint16_t local,
                                         std::int64_t due) {
  in.host_waits = 0;
  if (due < counts_on_until(context, context.state.network.peer[context.first_port + local]))
    return hear_host_credit(context, local, 0);
  context.schedule(host_credit_event(due, context.id, local, 0));
}

/// Returns the space of a packet that has left a lane: it counts at the other end from `due` on.
template <class Context>
[[gnu::always_inline]] inline void return_space(Context& context, InLane& in, const Packet& packet,
                                                std::int64_t due, std::uint64_t* account = nullptr) {
  context.return_credit(in, packet, due, account);
  if (in.host_waits) [[unlikely]]
    tell_waiting_host(context, in, packet.port, due);
}

struct Credits {
  /// Who has credits has its space: a packet that was booked will be sent.
  static constexpr bool goes_by_step(const SwitchView&) { return false; }

  /// There is space for every packet that comes.
  template <class Context>
  static constexpr bool admit(Context&, const Packet&) {
    return true;
  }

  /// Says whether there is space for `size` bytes at the other end. The log is far away in memory, so this
  /// looks into it only when the credits at hand are not enough.
  template <class Context>
  [[gnu::always_inline]] static bool may_send(Context& context, std::int32_t& credit, PortId channel,
                                              unsigned vc, std::int64_t size) {
    if (credit >= size) [[likely]]
      return true;
    std::uint32_t& taken = context.state.out_lanes[context.lane_of(channel, vc)].taken;
    const std::uint32_t due =
        context.with_credit_log(channel, vc, [&context](CreditLog& log) { return log.due(context.now); });
    credit += static_cast<std::int32_t>(due - taken);
    taken = due;
    return credit >= size;
  }

  /// The packet gets the wire: it takes space at the other end.
  static void take(std::int32_t& credit, std::int64_t size) { credit -= static_cast<std::int32_t>(size); }

  /// The packet's tail leaves the buffer at `tail`; the other end of the cable knows a little later.
  template <class Context>
  [[gnu::always_inline]] static void leave(Context& context, InLane& in, const Packet& packet,
                                           std::int64_t tail) {
    return_space(context, in, packet, tail + context.inputs[packet.rate].delay + context.credit_time);
  }

  /// No queue is sampled: congestion notices are Ethernet's.
  template <class Context>
  static constexpr void sample(Context&, Hop, const Packet&) {}

  /// Waits for space: until the next credit in the log counts, or else until downstream tells of one. It does
  /// not matter whose turn comes first in a window. If downstream had its turn, the log shows the entry; if
  /// not, downstream will see that somebody waits.
  template <class Context>
  static void wait(Context& context, const Channel& channel, unsigned vc) {
    wait_until(context, channel, vc, [&] {
      return context.with_credit_log(channel.id, vc, [&](CreditLog& log) {
        const std::int64_t entry = log.next_after(context.now);
        if (entry == INT64_MAX && channel.of_host)
          context.lane_at(channel.local, 0).host_waits = 1;  // it stands at the same switch
        else if (entry == INT64_MAX)
          log.wanted = 1;
        return entry;
      });
    });
  }

  /// Says whether a host that lacks space for `size` bytes may count on having it when its wire is free. If
  /// not, it waits: to be told of the next credit, or until one is due.
  template <class Context>
  static bool host_counts_on(Context& context, const Channel& channel, std::int32_t credit,
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

  /// The oldest packet that waits lacks no space any more; it may still wait for the wire.
  template <class Context>
  static void has_space(Context& context, PortId channel, unsigned vc) {
    ColdPort& cold = context.state.cold[channel];
    cold.lack_mask = without(cold.lack_mask, vc);
  }

  /// Hears of a credit that did not fit its log, or, without bytes, that it is time to look into the log
  /// again. It returns whether somebody lacks space; who still does afterwards waits again. Who waits for
  /// something else must not be served now: whether a credit fits its log is the executor's affair, and would
  /// decide who gets a wire.
  template <class Context>
  static bool hear(Context& context, PortId channel, unsigned vc, std::uint32_t bytes) {
    ColdPort& cold = context.state.cold[channel];
    const bool lacks = cold.lack_mask >> vc & 1;
    context.credit_of(channel, vc) += static_cast<std::int32_t>(bytes);
    if (context.state.latency_bound && lacks)
      context.state.able_from[context.lane_of(channel, vc)] = context.now;
    if (bytes == 0)
      cold.poll_mask = without(cold.poll_mask, vc);
    else if (cold.owed > 0)
      --cold.owed;
    cold.lack_mask = without(cold.lack_mask, vc);
    return lacks;
  }

  /// Nobody is ever told to stop.
  template <class Context>
  static constexpr bool is_paused(Context&, Hop) {
    return false;
  }

  /// Says whether all credits are back: nothing that was sent is in the buffer at the other end or on its
  /// way.
  template <class Context>
  static bool all_back(Context& context, PortId channel) {
    if (context.outs[channel].peer_port == no_port) return true;  // a host takes whatever comes
    const auto buffer = context.state.switches.input_buffer.v;
    for (unsigned vc = 0; vc < context.vcs; ++vc)
      if (!may_send(context, context.credit_of(channel, vc), channel, vc, buffer)) return false;
    return true;
  }
};

}  // namespace ebb::inline engine
