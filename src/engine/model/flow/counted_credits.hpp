// Credits of which more must be known than in most runs. The occupancy of buffers is measured: how many of
// their cells are in use, where buffers have cells, and how full the buffer at the other end of each channel
// is, where a policy uses that. Where single channels go off, credits that go back over one of these are
// counted. Credits may go back in band (in_band_credits.hpp). Channels may be circuits that come and go.
//
// A buffer is a ring of cells. A packet begins in a cell of its own, and takes as many as its bytes need. A
// cell is in use from its first byte that is written to its last byte that has been read. Writing and reading
// are at a constant rate.
//
// A packet is written into its input buffer as it comes from the cable, before the pipeline. It moves to the
// output queue between the time at which it may enter and the time of its tail, and is read from there as it
// is sent. All of it is known when it enters and when it is sent, so it is counted then. Where the stages of
// the pipeline are separate, only those count in which the packet is in a buffer.
#pragma once

#include "engine/model/flow/credit_path.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/flow/in_band_credits.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"

namespace ebb::inline engine {

/// Returns twice the sum of the times at which each of so many cells begins, when the first begins at `from`
/// and all take `time`; and of those at which each ends, when the last one ends at `until`.
inline std::uint64_t twice_begins(std::int64_t cells, std::int64_t from, std::int64_t time) {
  return static_cast<std::uint64_t>(2 * cells * from + (cells - 1) * time);
}
inline std::uint64_t twice_ends(std::int64_t cells, std::int64_t until, std::int64_t time) {
  return static_cast<std::uint64_t>(2 * cells * until - (cells - 1) * time);
}

struct CountedCredits : Credits {
  /// A link packet may need the wire first, or a circuit may be over.
  static bool packet_by_packet(const SwitchView& context) { return context.by_packet; }

  /// Returns when the circuit of a channel between switches is there for so long, at the earliest.
  static std::int64_t circuit_from(const SwitchView& context, const OutPort& out, std::int64_t from,
                                   std::int64_t time) {
    const Network& network = context.state.network;
    if (!network.circuits.in_use() || out.peer_port == no_port) return from;
    const SwitchId shift = (out.peer_switch + network.switches() - context.id) % network.switches();
    return network.circuits.opens(shift, from, time);
  }

  /// The packet moves from its input buffer to an output queue, from now on until `tail`.
  template <class Context>
  static void leave(Context& context, InLane& in, const Packet& packet, std::int64_t tail) {
    if (context.state.switches.cell.v > 0) count_cells(context, packet, tail);
    if (context.state.control.has_credit_paths()) send_credits(context, packet.port, 1, 0);
    if (context.state.has_link_packets())
      context.schedule(drained_event(tail, context.id, packet.port, packet.vc, packet.size));
    else
      return_measured(context, in, packet, tail + context.inputs[packet.rate].delay + context.credit_time);
  }

  /// A packet's tail has left its input buffer now: its credit goes back in band.
  template <class Context>
  static void receive_drained(Context& context, std::uint16_t local, unsigned vc, std::uint32_t bytes) {
    return_measured(context, context.lane_at(local, vc), freed_by(local, vc, bytes),
                    book_link_packet(context, local, vc));
  }

  /// The packet is sent from the output queue of a switch, from the time `from` on.
  template <class Context>
  static void sent(Context& context, const OutPort& out, const Packet& packet, std::int64_t from) {
    if (context.state.switches.cell.v == 0) return;
    const std::int64_t cells = cells_of(context, packet), wire = context.rates[out.rate].time(packet.size);
    context.count(CellsRead{cells, twice_ends(cells, from + wire, wire)});
  }

  /// The packet takes space at the other end of a channel from the time `from` on.
  template <class Context>
  static void takes_space(Context& context, const OutPort& out, const Packet& packet, std::int64_t from) {
    if (context.state.control.downstream.in_use())
      context.state.control.downstream.taken[&out - context.outs] += bytes_by_time(packet.size, from);
  }

  /// A credit that did not fit its log comes back as a timed event.
  template <class Context>
  static bool receive(Context& context, PortId channel, unsigned vc, std::uint32_t bytes) {
    if (context.state.control.downstream.in_use())
      context.state.control.downstream.taken[channel] -= bytes_by_time(bytes, context.now);
    return Credits::receive(context, channel, vc, bytes);
  }

  /// Returns what the source knows of the buffers at the other end of a channel. Nothing is booked beyond
  /// now, because nothing starts at or after an evaluation. A host has a lane to itself.
  template <class Context>
  static DownstreamOccupancy downstream(Context& context, const Channel& channel) {
    if (context.outs[channel.id].peer_port == no_port) return {};  // a host accepts everything
    const std::int64_t buffer = context.state.switches.input_buffer.v;
    const unsigned lanes = channel.of_host ? 1 : context.vcs;
    const std::int64_t lacking = Credits::lacking(context, channel.id, lanes);
    std::uint64_t integral = context.state.control.downstream.taken[channel.id];
    for (unsigned vc = 0; vc < lanes; ++vc) {
      const std::size_t lane = context.lane_of(channel.id, vc);
      context.with_credit_log(channel.id, vc, [&](const CreditLog& log) {
        integral -= context.state.control.downstream.returned[lane] - log.integral_after(context.now);
      });
    }
    return {buffer * lanes, bytes_by_time(lacking, context.now) - integral};
  }

 private:
  template <class Context>
  static void return_measured(Context& context, InLane& in, const Packet& packet, std::int64_t due) {
    if (!context.state.control.downstream.in_use()) return return_space(context, in, packet, due);
    const PortId source = context.state.network.peer[context.channel_at(packet.port)];
    return_space(context, in, packet, due,
                 &context.state.control.downstream.returned[context.lane_of(source, packet.vc)]);
  }
  template <class Context>
  static void count_cells(Context& context, const Packet& packet, std::int64_t tail) {
    const std::int64_t cells = cells_of(context, packet), wire = context.rates[packet.rate].time(packet.size);
    const SwitchSettings& switches = context.state.switches;
    const std::int64_t stands = switches.stages.in_input_buffer(switches.pipeline).v;
    const std::int64_t came = packet.at - Context::Forwarding::head_after(context, stands, wire);
    const std::int64_t comes = context.now - switches.stages.in_output_queue().v;
    context.count(CellsWritten{cells, twice_begins(cells, came, wire)});
    context.count(CellsRead{cells, twice_ends(cells, tail, tail - context.now)});
    context.count(CellsWritten{cells, twice_begins(cells, comes, tail - context.now)});
  }
  template <class Context>
  static std::int64_t cells_of(const Context& context, const Packet& packet) {
    const std::int64_t cell = context.state.switches.cell.v;
    return (packet.size + cell - 1) / cell;
  }
};

}  // namespace ebb::inline engine
