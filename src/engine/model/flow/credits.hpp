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
inline std::int64_t counts_on_until(const SwitchView& at, PortId channel) {
  if (at.state.cold[channel].owed > 0) return 0;
  const std::int64_t until = std::min(at.state.ahead_until, at.outs[channel].free_at + 1);
  if (!at.controlled) return until;
  const ChannelControl& control = at.state.controls[channel];
  const Watch& watch = at.state.watch[channel];
  if (watch.step || control.settling || control.drain_by != 0) return 0;
  return std::min(until, watch.horizon);
}

/// Tells the sender of a credit that did not fit its log; or, without bytes, that there is one in the log.
template <class Here>
void tell_source(Here& at, const Packet& packet, std::int64_t due, std::uint16_t bytes) {
  const Network& net = at.state.network;  // its arrays are smaller than that of the ports
  const PortId source = net.peer[at.first_port + packet.port];
  if (net.is_host_port(source)) {
    ++at.state.cold[source].owed;
    return at.later(host_credit_note(due, at.id, packet.port, bytes));
  }
  const SwitchId owner = net.owner[source];
  const auto port = static_cast<std::uint16_t>(source - net.first_port[owner]);
  at.later(credit_note(due, owner, port, packet.vc, bytes));
}

/// Enters a credit into the log of the lane that the packet has left. A sender that waits is told. Where
/// space is accounted for, the log's credits count in `account`, which belongs to the log.
template <class Here>
[[gnu::always_inline]] inline void enter_credit(Here& at, CreditLog& log, const Packet& packet,
                                                std::int64_t due, std::uint64_t* account = nullptr) {
  if (!log.add(due, packet.size, at.asked_until())) [[unlikely]]
    return tell_source(at, packet, due, packet.size);
  if (account) *account += bytes_by_time(packet.size, due);
  if (log.wanted) [[unlikely]]
    log.wanted = 0, tell_source(at, packet, due, 0);
}

/// Waits at a channel for space: a note says when to look again, at the time that `when()` gives. There is
/// never more than one, and none for INT64_MAX: then somebody else will tell.
template <class Here, class When>
[[gnu::always_inline]] inline void wait_until(Here& at, const Channel& channel, unsigned vc,
                                              const When& when) {
  ColdPort& cold = at.state.cold[channel.id];
  cold.lack_mask = with(cold.lack_mask, vc);
  if (cold.poll_mask >> vc & 1) return;
  cold.poll_mask = with(cold.poll_mask, vc);
  const std::int64_t time = when();
  if (time == INT64_MAX) return;
  at.later(channel.of_host ? host_credit_note(time, at.id, channel.local, 0)
                           : credit_note(time, at.id, channel.local, vc, 0));
}

/// A host hears of a credit: source.hpp.
template <class Here>
void hear_host_credit(Here& at, std::uint16_t local, std::uint32_t bytes);

/// The host whose packet has left the lane waits for a credit, and there is one from `due` on. It hears of it
/// at once if it may count on it.
template <class Here>
[[gnu::noinline]] void tell_waiting_host(Here& at, InLane& in, std::uint16_t local, std::int64_t due) {
  in.host_waits = 0;
  if (due < counts_on_until(at, at.state.network.peer[at.first_port + local]))
    return hear_host_credit(at, local, 0);
  at.later(host_credit_note(due, at.id, local, 0));
}

/// Returns the space of a packet that has left a lane: it counts at the other end from `due` on.
template <class Here>
[[gnu::always_inline]] inline void return_space(Here& at, InLane& in, const Packet& packet, std::int64_t due,
                                                std::uint64_t* account = nullptr) {
  at.return_credit(in, packet, due, account);
  if (in.host_waits) [[unlikely]]
    tell_waiting_host(at, in, packet.port, due);
}

struct Credits {
  /// Who has credits has its space: a packet that was booked will be sent.
  static constexpr bool goes_by_step(const SwitchView&) { return false; }

  /// There is space for every packet that comes.
  template <class Here>
  static constexpr bool admit(Here&, const Packet&) {
    return true;
  }

  /// Says whether there is space for `size` bytes at the other end. The log is far away in memory, so this
  /// looks into it only when the credits at hand are not enough.
  template <class Here>
  [[gnu::always_inline]] static bool may_send(Here& at, std::int32_t& credit, PortId channel, unsigned vc,
                                              std::int64_t size) {
    if (credit >= size) [[likely]]
      return true;
    std::uint32_t& taken = at.state.out_lanes[at.lane_of(channel, vc)].taken;
    const std::uint32_t due =
        at.with_credit_log(channel, vc, [&at](CreditLog& log) { return log.due(at.now); });
    credit += static_cast<std::int32_t>(due - taken);
    taken = due;
    return credit >= size;
  }

  /// The packet gets the wire: it takes space at the other end.
  static void take(std::int32_t& credit, std::int64_t size) { credit -= static_cast<std::int32_t>(size); }

  /// The packet's tail leaves the buffer at `tail`; the other end of the cable knows a little later.
  template <class Here>
  [[gnu::always_inline]] static void leave(Here& at, InLane& in, const Packet& packet, std::int64_t tail) {
    return_space(at, in, packet, tail + at.inputs[packet.rate].delay + at.credit_time);
  }

  /// No queue is sampled: congestion notices are Ethernet's.
  template <class Here>
  static constexpr void sample(Here&, Hop, const Packet&) {}

  /// Waits for space: until the next credit in the log counts, or else until downstream tells of one. It does
  /// not matter whose turn comes first in a window. If downstream had its turn, the log shows the entry; if
  /// not, downstream will see that somebody waits.
  template <class Here>
  static void wait(Here& at, const Channel& channel, unsigned vc) {
    wait_until(at, channel, vc, [&] {
      return at.with_credit_log(channel.id, vc, [&](CreditLog& log) {
        const std::int64_t entry = log.next_after(at.now);
        if (entry == INT64_MAX && channel.of_host)
          at.lane_at(channel.local, 0).host_waits = 1;  // it stands at the same switch
        else if (entry == INT64_MAX)
          log.wanted = 1;
        return entry;
      });
    });
  }

  /// Says whether a host that lacks space for `size` bytes may count on having it when its wire is free. If
  /// not, it waits: to be told of the next credit, or until one is due.
  template <class Here>
  static bool host_counts_on(Here& at, const Channel& channel, std::int32_t credit, std::int64_t size) {
    const std::int64_t until = counts_on_until(at, channel.id);
    if (until <= at.now) return wait(at, channel, 0), false;
    const std::uint32_t taken = at.state.out_lanes[at.lane_of(channel.id, 0)].taken;
    InLane& in = at.lane_at(channel.local, 0);
    const std::int64_t space = in.log.first_with(taken + static_cast<std::uint32_t>(size - credit));
    if (space < until) return true;
    if (space != INT64_MAX) return wait(at, channel, 0), false;
    wait_until(at, channel, 0, [&] { return in.host_waits = 1, INT64_MAX; });
    return false;
  }

  /// The oldest packet that waits lacks no space any more; it may still wait for the wire.
  template <class Here>
  static void has_space(Here& at, PortId channel, unsigned vc) {
    ColdPort& cold = at.state.cold[channel];
    cold.lack_mask = without(cold.lack_mask, vc);
  }

  /// Hears of a credit that did not fit its log, or, without bytes, that it is time to look into the log
  /// again. It returns whether somebody lacks space; who still does afterwards waits again. Who waits for
  /// something else must not be served now: whether a credit fits its log is the executor's affair, and would
  /// decide who gets a wire.
  template <class Here>
  static bool hear(Here& at, PortId channel, unsigned vc, std::uint32_t bytes) {
    ColdPort& cold = at.state.cold[channel];
    const bool lacks = cold.lack_mask >> vc & 1;
    at.credit_of(channel, vc) += static_cast<std::int32_t>(bytes);
    if (at.state.goal && lacks) at.state.able_from[at.lane_of(channel, vc)] = at.now;
    if (bytes == 0)
      cold.poll_mask = without(cold.poll_mask, vc);
    else if (cold.owed > 0)
      --cold.owed;
    cold.lack_mask = without(cold.lack_mask, vc);
    return lacks;
  }

  /// Nobody is ever told to stop.
  template <class Here>
  static constexpr bool is_paused(Here&, Hop) {
    return false;
  }

  /// Says whether all credits are back: nothing that was sent is in the buffer at the other end or on its
  /// way.
  template <class Here>
  static bool all_back(Here& at, PortId channel) {
    if (at.outs[channel].peer_port == no_port) return true;  // a host takes whatever comes
    const auto buffer = at.state.switches.input_buffer.v;
    for (unsigned vc = 0; vc < at.vcs; ++vc)
      if (!may_send(at, at.credit_of(channel, vc), channel, vc, buffer)) return false;
    return true;
  }
};

}  // namespace ebb::inline engine
