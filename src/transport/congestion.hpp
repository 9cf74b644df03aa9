// Congestion control: how many segments a connection may have in flight. Pure functions over plain state, for
// three algorithms: NewReno (RFC 5681, RFC 6582), CUBIC (RFC 9438) and DCTCP (RFC 8257). Windows are in
// segments of full size and may be fractions. Only +, -, * and / are used, so every machine gets the same
// bits.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ebb::inline transport {

enum class CongestionControl : std::uint8_t { newreno, cubic, dctcp };
constexpr auto names_of(CongestionControl) {
  return std::array<std::string_view, 3>{"newreno", "cubic", "dctcp"};
}

/// RFC 5681: after a loss the slow-start threshold is at least two segments.
inline constexpr double least_threshold = 2;
/// CUBIC's scaling constant in segments per cubic second, and what a window is multiplied with at a loss.
inline constexpr double cubic_scale = 0.4, cubic_beta = 0.7;
/// The weight of a new sample in DCTCP's estimate of the marked fraction.
inline constexpr double dctcp_gain = 1.0 / 16;

/// CUBIC's memory of the last loss.
struct CubicEpoch {
  double plateau = 0;      ///< W_max: the window before the loss
  double rise_s = 0;       ///< K: seconds from the loss until the window is at the plateau again
  double reno = 0;         ///< W_est: the window that NewReno would have
  std::int64_t begin = 0;  ///< of congestion avoidance after the loss
  bool begun = false;
};

/// DCTCP's estimate, over one window of data at a time.
struct MarkedShare {
  double alpha = 1;           ///< the estimated fraction of marked segments
  double acked = 0;           ///< segments acknowledged in this window of data
  double marked = 0;          ///< of these, marked
  std::uint32_t until = 0;    ///< the window of data ends with this segment
  std::uint32_t reduced = 0;  ///< no further reduction before this segment is acknowledged
};

struct Congestion {
  double window = 10;
  double threshold = 1e9;  ///< slow start ends here; unlimited until the first loss
  CongestionControl control = CongestionControl::newreno;
  MarkedShare marks;
  CubicEpoch cubic;

  bool in_slow_start() const { return window < threshold; }
};

/// Of an acknowledgement.
struct AckedSegments {
  double count = 0;       ///< acknowledged for the first time
  std::int64_t now = 0;   ///< ps
  std::int64_t srtt = 0;  ///< ps, the smoothed round-trip time
};

/// Returns W(t) = C (t - K)^3 + W_max, t seconds after the loss.
double cubic_window(const CubicEpoch& epoch, double t);

/// Segments were acknowledged outside of recovery, and the window was in use.
void grow(Congestion& congestion, const AckedSegments& acked);

/// A loss was found by SACK, with so many segments in flight.
void reduce_on_loss(Congestion& congestion, double in_flight);

/// A retransmission timeout: the window falls to one segment.
void reduce_on_timeout(Congestion& congestion, double in_flight);

/// DCTCP: segments up to `acked_to` were acknowledged, and those in flight end at `sent_to`. Reduces the
/// window by alpha / 2 once in each window of data with marks.
void count_marks(Congestion& congestion, double count, bool marked, std::uint32_t acked_to,
                 std::uint32_t sent_to);

}  // namespace ebb::inline transport
