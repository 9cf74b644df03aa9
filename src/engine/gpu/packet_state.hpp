// What the rules of cut-through with credits read and write of a network, as views of arrays: those of a
// NetworkState, or their copies on an accelerator. The names are those of NetworkState, so that the rules run
// on either. Where a run of this executor never uses a feature, its array is empty.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/units.hpp"
#include "engine/model/adapter.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/network_state.hpp"
#include "engine/model/ports.hpp"
#include "engine/model/watch.hpp"
#include "engine/model/wire_rate.hpp"
#include "engine/storage/array_view.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"
#include "traffic/message_sampler.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

struct NetworkArrays {
  ArrayView<const PortId> first_port, peer;
  ArrayView<const SwitchId> owner;
  std::uint32_t hosts = 0, ports = 0;  ///< ports of switches

  EBB_DEVICE std::uint32_t switches() const { return static_cast<std::uint32_t>(first_port.size()) - 1; }
  EBB_DEVICE std::uint32_t switch_ports() const { return ports; }
  EBB_DEVICE std::uint32_t ports_of(SwitchId s) const { return first_port[s + 1] - first_port[s]; }
  EBB_DEVICE PortId host_port(HostId h) const { return ports + h; }
  EBB_DEVICE bool is_host_port(PortId p) const { return p >= ports; }
  EBB_DEVICE HostId host_at(PortId p) const { return p - ports; }
};

struct PacketState {
  NetworkArrays network;
  struct {
    Picoseconds pipeline, credit_time;
    Bytes input_buffer, output_queue;
  } switches;
  struct {
    Bytes packet, header;
    AdapterTimes times;
  } hosts;
  unsigned vcs = 1;
  bool listens = false, watches_messages = false;
  std::int64_t deadline = 0, acknowledge_after = 0, lookahead = 0, ahead_until = 0;
  std::size_t level_count = 1;
  MessageSampler sampler;  ///< in use where messages are sampled by the warps
  ArrayView<const WireRate> rates, crossbar_rates;
  ArrayView<const std::int64_t> delay;
  ArrayView<const CrossbarInput> inputs;
  ArrayView<OutPort> out;
  ArrayView<ColdPort> cold;
  ArrayView<OutLane> out_lanes;
  ArrayView<InLane> in;
  ArrayView<Host> host;
  ArrayView<const HostPlace> place;
  ArrayView<std::int32_t> more_credit;
  ArrayView<Adapter> adapters;
  ArrayView<Watch> watch;
  struct {
    std::size_t per_watched = 1;
    ArrayView<NewestPacket> newest;
    EBB_DEVICE bool in_use() const { return !newest.empty(); }
  } order;
  struct {
    bool latency_bound = false;
    ArrayView<ChannelControl> channels;
    ArrayView<std::int64_t> able_from;
    struct {
      EBB_DEVICE bool in_use() const { return false; }
    } switch_plan;
  } control;

  EBB_DEVICE bool is_controlled() const { return false; }
  EBB_DEVICE bool avoids_channels() const { return false; }
  EBB_DEVICE bool has_pauses() const { return false; }
  EBB_DEVICE bool books_by_packet() const { return false; }
  EBB_DEVICE bool watches_bookings() const { return false; }
  EBB_DEVICE bool has_one_rate() const { return true; }
  EBB_DEVICE bool adapters_take_time() const { return false; }
  EBB_DEVICE std::int64_t full_time(std::size_t link, std::int64_t bytes) const {
    return rates[link * level_count + level_count - 1].time(bytes);
  }
  EBB_DEVICE std::int32_t& credit(std::size_t channel, unsigned vc) const {
    return more_credit[channel * vcs + vc];
  }
};

/// Returns what samples the messages of a workload; one that is not in use where only the workload can.
MessageSampler sampler_of(const Traffic& traffic);

/// Returns the state as views of its own arrays.
PacketState packet_state_of(NetworkState& state);

}  // namespace ebb::inline engine
