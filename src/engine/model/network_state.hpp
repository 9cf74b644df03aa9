// Everything that the rules of the model read and write: the network, the settings in picoseconds, and the
// state of ports, channels and hosts in arrays by id. What grows during a run (queues of packets, future
// events) is not here: an executor keeps it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "engine/model/control_state.hpp"
#include "engine/model/flow/ethernet_state.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/ports.hpp"
#include "engine/model/settings.hpp"
#include "engine/model/transport_state.hpp"
#include "engine/model/watch.hpp"
#include "engine/model/wire_rate.hpp"
#include "engine/model/worm/worm_state.hpp"
#include "engine/storage/big_array.hpp"
#include "network/network.hpp"
#include "power/control/control_settings.hpp"
#include "routing/tables/congestion_notification.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

struct SwitchRange {
  SwitchId first = 0, end = 0;
  bool operator==(const SwitchRange&) const = default;
};

/// The part of a network that a process has: all of it, or the partition of its rank.
struct Partition {
  std::vector<std::uint16_t> rank_of;  ///< by switch; empty: all switches are here
  std::size_t rank = 0, ranks = 1;

  bool is_whole() const { return rank_of.empty(); }
};

/// What a packet finds at the input that a channel leads to, by the channel's rate. This saves a lookup at
/// the port, which is far away in memory.
struct CrossbarInput {
  WireRate crossbar;   ///< to the outputs
  std::int64_t delay;  ///< of the cable
};

/// Packets that arrive out of order. Present where a run counts them.
struct OrderState {
  std::size_t per_watched = 1;    ///< one of so many flows is checked
  BigArray<NewestPacket> newest;  ///< [host * watched_flows + place]

  bool in_use() const { return !newest.empty(); }
};

/// The fields up to `place` are present in every run. The part of a feature is made only where the settings
/// use it. Rules call its in_use(), or the function below that says what its presence means;
/// engine/run/check/state_parts.hpp checks that it agrees with the settings.
struct NetworkState {
  const Network& network;
  const Traffic& traffic;
  SwitchSettings switches;
  HostSettings hosts;
  unsigned vcs = 1;
  bool listens = false;                ///< the workload wants delivery notifications
  std::int64_t deadline = 0;           ///< of messages, after they are ready; 0: there is none
  bool watches_messages = false;       ///< listens, or has deadlines
  std::int64_t acknowledge_after = 0;  ///< from the notification of the destination to that of the source

  std::vector<WireRate> rates;           ///< [class * levels + level]
  std::vector<WireRate> crossbar_rates;  ///< from input to output, by class
  std::vector<std::int64_t> delay;       ///< of each class
  std::vector<CrossbarInput> inputs;     ///< by rate, as `rates`
  std::size_t level_count = 1;
  std::int64_t lookahead = 0;     ///< no switch can affect another one within it
  std::int64_t ahead_until = 0;   ///< hosts may count on credits that are due before (flow/credits.hpp)
  bool counts_gaps = false;       ///< between the packets of each channel: the traffic is a job
  bool reroutes_blocked = false;  ///< the routing wants heads routed again when a pause begins

  BigArray<OutPort> out;  ///< by channel
  BigArray<ColdPort> cold;
  BigArray<OutLane> out_lanes;  ///< [channel * vcs + vc]
  BigArray<InLane> in;          ///< [switch port * vcs + vc]
  BigArray<Host> host;
  BigArray<HostPlace> place;  ///< of each host

  BigArray<std::int32_t> more_credit;  ///< [channel * vcs + vc]; with more of them than OutPort holds
  BigArray<Adapter> adapters;          ///< of each host; where adapters take time
  BigArray<Watch> watch;  ///< by channel; where a wire has conditions: with control, or booked by packet
  BigArray<LinkPacket> link_packets;  ///< [switch port * vcs + vc]; where credits go in band
  OrderState order;
  ControlState control;
  EthernetState ethernet;
  WormState worms;
  TransportState transport;

  // The part of the network that is here. Without ranks, all of it, and there are no far logs.
  Partition share;
  std::vector<SwitchRange> own;  ///< the switches that are here
  /// The logs of channels that lead to other ranks are at their source.
  BigArray<std::uint32_t> far_index;  ///< by channel
  std::vector<CreditLog> far_logs;    ///< [far index * vcs + vc]

  NetworkState(const Network& net, const Traffic& work, const SwitchSettings& s, const HostSettings& h,
               const Control& c, int vcs_needed, std::uint64_t seed, Partition part);

  /// Starts counting packets that arrive out of order.
  void look_at_order();

  /// Starts sampling queues for congestion, with the routing's settings.
  void use_congestion_notification(CongestionNotification settings);

  /// Says whether a policy changes rates, and whether routings avoid channels that are about to change.
  bool is_controlled() const { return control.settings.policy != nullptr; }
  bool avoids_channels() const { return is_controlled() && control.settings.transition != Transition::leave; }
  bool has_pauses() const { return ethernet.pauses; }
  bool has_one_rate() const { return network.has_one_rate(); }
  /// Says whether the adapters of hosts take time.
  bool adapters_take_time() const { return !adapters.empty(); }
  /// Says whether credits go in band, in link packets.
  bool has_link_packets() const { return !link_packets.empty(); }
  /// Says whether a wire may have to wait for more than the packet before: for a policy, a pause, a link
  /// packet, a circuit.
  bool watches_channels() const { return !watch.empty(); }
  /// Says whether wires are booked packet by packet, because a pause or a link packet may come first, or a
  /// circuit may be over.
  bool books_by_packet() const { return ethernet.pauses || has_link_packets() || network.circuits.in_use(); }
  /// Says whether the rules must know of each booking: of its added delay, or of the gap before it.
  bool watches_bookings() const { return control.latency_bound || counts_gaps; }
  bool here(SwitchId s) const { return share.is_whole() || share.rank_of[s] == share.rank; }
  /// Calls visit(first, end) for the ranges of channels that are here.
  template <class Visit>
  void for_each_range(Visit&& visit) const;
  std::uint64_t ports_here() const;
  CreditLog& far_log(PortId channel, unsigned vc) { return far_logs[far_index[channel] * vcs + vc]; }
  const CreditLog& far_log(PortId channel, unsigned vc) const {
    return far_logs[far_index[channel] * vcs + vc];
  }

  /// Returns the longest time within which no switch can affect another one.
  static std::int64_t lookahead_of(const Network& net, const SwitchSettings& s);
  /// Returns how long so many bytes take on a cable of this class at its full rate.
  std::int64_t full_time(std::size_t link, std::int64_t bytes) const {
    return rates[link * level_count + level_count - 1].time(bytes);
  }
  /// Returns how much of a channel's booked busy time lies after `now`. Packets have the wire without gaps,
  /// except for a change of rate, which begins when the packet before it has finished.
  std::int64_t busy_ahead(std::size_t channel, std::int64_t now) const {
    const std::int64_t transition_until = cold[channel].transition_until, free_at = out[channel].free_at;
    return std::max<std::int64_t>(0, free_at - std::max(now, transition_until)) +
           busy_at_old_rate(channel, now);
  }
  /// Returns the part of busy_ahead() that comes before the change. It is sent at the rate of
  /// control.channels[channel].meter.before.
  std::int64_t busy_at_old_rate(std::size_t channel, std::int64_t now) const {
    if (now >= cold[channel].transition_until) return 0;
    return std::max<std::int64_t>(0, control.channels[channel].meter.change_from - now);
  }
  std::size_t level_of(PortId channel) const { return out[channel].rate - out[channel].link * level_count; }
  std::span<std::int64_t> times_of(PortId channel) {
    return {&control.time_in[std::size_t{channel} * 2 * level_count], 2 * level_count};
  }
  std::span<const std::int64_t> times_of(PortId channel) const {
    return {&control.time_in[std::size_t{channel} * 2 * level_count], 2 * level_count};
  }
  std::size_t lane(std::size_t port, unsigned vc) const { return port * vcs + vc; }
  std::int32_t credit(std::size_t channel, unsigned vc) const {
    return vcs <= credits_inside ? out[channel].credit[vc] : more_credit[lane(channel, vc)];
  }
  std::int32_t& credit(std::size_t channel, unsigned vc) {
    return vcs <= credits_inside ? out[channel].credit[vc] : more_credit[lane(channel, vc)];
  }

 private:
  void find_own();
  void place_hosts();
  void set_ports(const SwitchSettings& s);
  void set_link_packets(const SwitchSettings& s);
  void set_ethernet(const SwitchSettings& s);
  void set_worms(const SwitchSettings& s);
  void set_transport(const SwitchSettings& s);
  void make_far_logs();
};

template <class Visit>
void NetworkState::for_each_range(Visit&& visit) const {
  for (const SwitchRange& range : own) visit(network.first_port[range.first], network.first_port[range.end]);
  for (HostId h = 0; h < network.hosts;) {
    const HostId first = h;
    while (h < network.hosts && here(place[h].at)) ++h;
    if (h > first) visit(network.host_port(first), network.host_port(h - 1) + 1);
    while (h < network.hosts && !here(place[h].at)) ++h;
  }
}

}  // namespace ebb::inline engine
