// The sending end of a connection: when it may send which segment. It knows numbers of segments only, neither
// messages nor packets. Connections are open from the start: there is no handshake.
#pragma once

#include <cstdint>
#include <optional>

#include "transport/congestion.hpp"
#include "transport/rate_reduction.hpp"
#include "transport/round_trip.hpp"
#include "transport/scoreboard.hpp"
#include "transport/segments.hpp"

namespace ebb::inline transport {

/// What is the same for all connections of a run.
struct SenderSettings {
  CongestionControl control = CongestionControl::newreno;
  double initial_window = 10;
  std::uint32_t receive_window = 512;  ///< segments
  std::int64_t least_timeout = 0;      ///< ps
};

inline constexpr std::int64_t no_timer = INT64_MAX;

struct SentSegment {
  std::uint32_t number;
  bool again;  ///< a retransmission
};

/// What every segment needs comes first, so that it is in few lines of memory.
struct Sender {
  Scoreboard board;
  std::int64_t timer = no_timer;     ///< when the oldest segment times out
  std::uint32_t end = 0;             ///< segments before it have been handed over to be sent
  std::uint32_t recovered_from = 0;  ///< recovery ends when all segments before it are acknowledged
  bool in_recovery = false;
  RoundTrip round_trip;
  Congestion congestion;
  RateReduction reduction;  ///< in recovery
};

Sender new_sender(const SenderSettings& settings);

/// Returns the next segment that may be sent now, a lost one first, and takes note that it is sent.
std::optional<SentSegment> take_segment(Sender& sender, const SenderSettings& settings, std::int64_t now);

/// An acknowledgement has arrived, so long after the segment that it answers was sent.
void receive(Sender& sender, const SenderSettings& settings, const Acknowledgement& ack,
             std::int64_t round_trip, std::int64_t now);

/// The timer has expired: everything that is not known to have arrived is sent again.
void time_out(Sender& sender, const SenderSettings& settings, std::int64_t now);

}  // namespace ebb::inline transport
