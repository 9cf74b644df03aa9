// What a connection exchanges: data segments and acknowledgements. A connection numbers its segments from 0.
// A segment holds bytes of one message only, so a number stands for a fixed range of bytes.
#pragma once

#include <cstdint>

namespace ebb::inline transport {

/// Numbers of segments have 31 bits: a packet uses the last one for the mark.
inline constexpr std::uint32_t most_segments = 1u << 31;

struct Segment {
  std::int64_t born = 0;        ///< when its message was ready
  std::int64_t payload = 0;     ///< bytes
  std::uint32_t number = 0;     ///< in the connection
  std::uint32_t remaining = 1;  ///< segments of its message from this one on; 1: the message ends here
  std::uint32_t tag = 0;        ///< of the message
  std::uint32_t sent_at = 0;    ///< timestamp of the sender
  bool marked = false;          ///< a queue on the path was longer than its threshold
};

struct Acknowledgement {
  std::uint32_t expected = 0;                  ///< all segments before it have arrived
  std::uint32_t sack_begin = 0, sack_end = 0;  ///< so have these; none when both are equal
  std::uint32_t echo = 0;                      ///< timestamp of the segment that it answers
  bool marked = false;                         ///< the segments that it answers were marked
};

}  // namespace ebb::inline transport
