// What MPI adds to the messages of a job: the processor time of hosts (LogGP) and the rendezvous protocol of
// large messages. The network itself is LogGP's L and its time per byte on the wire.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "traffic/trace/trace_format.hpp"

namespace ebb::inline traffic {

/// The settings of a job's replay. All of them are off by default: messages then cost hosts no time, and each
/// is sent at once.
struct MpiProtocol {
  Picoseconds overhead{};           ///< o: processor time of a message, where it is sent and where it arrives
  Picoseconds overhead_per_byte{};  ///< the same for each of its bytes: copies, checksums, interrupts
  Picoseconds gap{};                ///< g: between two messages that a host sends, and between two it gets
  std::int64_t processors = 1;      ///< of a host that handle messages: as many at the same time
  Bytes eager{};                    ///< larger messages wait until the receiver asks; 0: none do

  bool takes_time() const { return overhead.v > 0 || overhead_per_byte.v > 0 || gap.v > 0; }
  bool in_use() const { return takes_time() || eager.v > 0; }
};

/// Size of a request to send and of its answer: a header.
inline constexpr Bytes rendezvous_message{64};

/// Replaces each message above `eager` bytes by three: a request, the receiver's answer, and the message
/// itself. The receiver answers when all else of its own is done that the operation waits for which receives
/// the message: MPI without a progress thread. The sender goes on after the request, as with MPI_Isend. What
/// waits for the message still does. Dependencies stay free of cycles.
TraceBlock with_rendezvous(const TraceBlock& job, Bytes eager);

/// The part of a host that handles messages, in the order in which they come.
class MessageHandling {
 public:
  /// A message of this size is handed over or has arrived at `now`. Returns when it has been handled.
  Picoseconds send(const MpiProtocol& protocol, Picoseconds now, Bytes size) {
    return handle(protocol, now, size, next_sent_);
  }
  Picoseconds receive(const MpiProtocol& protocol, Picoseconds now, Bytes size) {
    return handle(protocol, now, size, next_received_);
  }

 private:
  Picoseconds handle(const MpiProtocol& protocol, Picoseconds now, Bytes size, Picoseconds& next);

  std::vector<Picoseconds> free_at_;  ///< of each processor
  Picoseconds next_sent_{}, next_received_{};
};

}  // namespace ebb::inline traffic
