// The transport of hosts: the [transport] section of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/units.hpp"
#include "transport/congestion.hpp"

namespace ebb::inline transport {

enum class TransportProtocol : std::uint8_t {
  none,  ///< hosts send packets as fast as they can, and nothing is sent again
  tcp,   ///< TCP with SACK
  dctcp  ///< the same, with congestion control by ECN marks
};
constexpr auto names_of(TransportProtocol) { return std::array<std::string_view, 3>{"none", "tcp", "dctcp"}; }

/// The loss-based algorithms of "tcp".
enum class TcpControl : std::uint8_t { newreno, cubic };
constexpr auto names_of(TcpControl) { return std::array<std::string_view, 2>{"newreno", "cubic"}; }

/// An acknowledgement has 16 bits for the distance of a SACK block.
inline constexpr std::int64_t most_window_segments = 65'535;

struct TransportSettings {
  TcpControl congestion = TcpControl::cubic;
  Bytes window{1 << 20};
  std::int64_t initial_window = 10;
  Picoseconds min_rto{200'000'000'000};
  std::int64_t ack_every = 2;
  Picoseconds ack_delay{40'000'000'000};

  static constexpr auto fields() {
    using S = TransportSettings;
    return std::tuple{
        field("congestion", &S::congestion, "congestion control of \"tcp\""),
        field("window", &S::window,
              "receive window: the most bytes that a connection has sent and not acknowledged",
              {{1}, {1 << 30}}),
        field("initial_window", &S::initial_window, "congestion window at the start, in packets", {1, 1000}),
        field("min_rto", &S::min_rto, "shortest retransmission timeout",
              {{1}, usual_range<Picoseconds>().most}),
        field("ack_every", &S::ack_every, "packets that one ACK acknowledges; 1: no delayed ACKs", {1, 64}),
        field("ack_delay", &S::ack_delay, "after this time an ACK is sent for fewer packets",
              {{1}, usual_range<Picoseconds>().most})};
  }
  CongestionControl control(TransportProtocol protocol) const {
    if (protocol == TransportProtocol::dctcp) return CongestionControl::dctcp;
    return congestion == TcpControl::cubic ? CongestionControl::cubic : CongestionControl::newreno;
  }
};

}  // namespace ebb::inline transport
