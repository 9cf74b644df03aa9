// Credits with an account of how many cells of the buffers are in use. A buffer is a ring of cells. A packet
// begins in a cell of its own, and takes as many as its bytes need. A cell is in use from its first byte that
// is written to its last byte that has been read. Writing and reading go evenly.
//
// A packet is written into its input buffer as it comes from the cable, before the pipeline. It goes from
// there to the output queue between the time at which it may enter and the time of its tail, and is read from
// there as it is sent. All of it is known when it enters and when it is sent, so that is when it is counted.
// Where the stages of the pipeline are told apart, only those count in which it stands in a buffer.
#pragma once

#include "engine/model/flow/credits.hpp"

namespace ebb::inline engine {

/// Returns twice the sum of the times at which each of so many cells begins, when the first begins at `from`
/// and all take `time`; and of those at which each ends, when the last one ends at `until`.
inline std::uint64_t twice_begins(std::int64_t cells, std::int64_t from, std::int64_t time) {
  return static_cast<std::uint64_t>(2 * cells * from + (cells - 1) * time);
}
inline std::uint64_t twice_ends(std::int64_t cells, std::int64_t until, std::int64_t time) {
  return static_cast<std::uint64_t>(2 * cells * until - (cells - 1) * time);
}

struct CellCredits : Credits {
  /// The packet goes from its input buffer to an output queue, from now on until `tail`.
  template <class Here>
  static void leave(Here& at, InLane& in, const Packet& packet, std::int64_t tail) {
    const std::int64_t cells = cells_of(at, packet), wire = at.rates[packet.rate].time(packet.size);
    const SwitchSettings& switches = at.state.switches;
    const std::int64_t stands = switches.stages.in_input_buffer(switches.pipeline).v;
    const std::int64_t came = packet.at - Here::Forwarding::head_after(at, stands, wire);
    const std::int64_t comes = at.now - switches.stages.in_output_queue().v;
    at.count(CellsWritten{cells, twice_begins(cells, came, wire)});
    at.count(CellsRead{cells, twice_ends(cells, tail, tail - at.now)});
    at.count(CellsWritten{cells, twice_begins(cells, comes, tail - at.now)});
    Credits::leave(at, in, packet, tail);
  }

  /// The packet is sent from the output queue of a switch, from the time `from` on.
  template <class Here>
  static void sent(Here& at, const OutPort& out, const Packet& packet, std::int64_t from) {
    const std::int64_t cells = cells_of(at, packet), wire = at.rates[out.rate].time(packet.size);
    at.count(CellsRead{cells, twice_ends(cells, from + wire, wire)});
  }

 private:
  template <class Here>
  static std::int64_t cells_of(const Here& at, const Packet& packet) {
    const std::int64_t cell = at.state.switches.cell.v;
    return (packet.size + cell - 1) / cell;
  }
};

}  // namespace ebb::inline engine
