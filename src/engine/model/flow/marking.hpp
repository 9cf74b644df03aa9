// ECN marks: a segment that enters an output queue which is longer than a threshold is marked, and its
// acknowledgement tells the sender (RFC 3168, with the one threshold of DCTCP).
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "routing/route.hpp"
#include "transport/segments.hpp"

namespace ebb::inline engine {

/// The highest bit of a segment's number is its mark.
inline constexpr std::uint32_t mark_bit = most_segments;

/// Acknowledgements are not marked: they carry the marks of others.
template <class Context>
void mark_segment(Context& context, Hop hop, Packet& packet) {
  if (packet.size == context.header || packet.message & mark_bit) return;
  if (context.length_of(hop) + packet.size <= context.state.transport.mark_from) return;
  packet.message |= mark_bit;
  context.count(SegmentMarked{});
}

}  // namespace ebb::inline engine
