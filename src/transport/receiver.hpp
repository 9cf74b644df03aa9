// The receiving end of a connection: it puts segments in order and decides when to acknowledge them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "transport/segments.hpp"
#include "transport/sender.hpp"

namespace ebb::inline transport {

struct ReceiverSettings {
  std::uint32_t ack_every = 2;
  std::int64_t ack_delay = 0;  ///< ps
  bool echoes_marks = false;   ///< DCTCP
};

/// Consecutive segments that have arrived out of order.
struct SackBlock {
  std::uint32_t begin, end;
};

/// What every segment needs comes first, so that it is in one line of memory.
struct Receiver {
  std::uint32_t expected = 0;                ///< all segments before it have arrived
  std::uint32_t unanswered = 0;              ///< segments in order without an acknowledgement
  std::uint32_t echo = 0;                    ///< timestamp of the first of these
  bool marked = false;                       ///< they were marked
  std::int64_t timer = no_timer;             ///< when they are acknowledged at the latest
  std::int64_t message_payload = 0;          ///< of the message that is arriving, in order
  std::vector<SackBlock> blocks;             ///< segments that have arrived out of order, ascending
  std::uint32_t last = 0;                    ///< the last of them to arrive
  std::map<std::uint32_t, Segment> waiting;  ///< those, and what take_released() has not taken yet
};

enum class Arrival : std::uint8_t { in_order, out_of_order, duplicate };

/// DCTCP: says whether an acknowledgement must be sent before this segment is taken. Acknowledgements then
/// cover only segments that were all marked or all not.
bool answers_before(const Receiver& receiver, const ReceiverSettings& settings, const Segment& segment);

struct TakenSegment {
  Arrival arrival;
  bool answer_now;  ///< an acknowledgement must be sent at once
};

/// Takes a segment. Where it is in order, those that waited for it come from take_released() next.
TakenSegment take(Receiver& receiver, const ReceiverSettings& settings, const Segment& segment,
                  std::int64_t now);

/// Returns the next segment that waited and is in order now; nothing where there is none left.
std::optional<Segment> take_released(Receiver& receiver);

/// Makes the acknowledgement, and takes note that it is sent.
Acknowledgement answer(Receiver& receiver);

}  // namespace ebb::inline transport
