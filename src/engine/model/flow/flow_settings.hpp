// How a buffer signals that it is full: the [flow] section of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline engine {

enum class FlowControl : std::uint8_t {
  credits,  ///< the sender knows how many bytes are free
  pause,    ///< 802.3x: a pause frame stops all virtual channels of a port
  pfc,      ///< 802.1Qbb: a pause frame lists the virtual channels it stops
  drop      ///< no flow control: a packet that finds no space is dropped
};
constexpr auto names_of(FlowControl) {
  return std::array<std::string_view, 4>{"credits", "pause", "pfc", "drop"};
}

/// How credits go back to the sender of a channel.
enum class CreditReturn : std::uint8_t {
  out_of_band,  ///< they take no time of any channel
  in_band       ///< in link packets on the channel in the other direction (in_band_credits.hpp)
};
constexpr auto names_of(CreditReturn) { return std::array<std::string_view, 2>{"out_of_band", "in_band"}; }

/// A pause frame's vector has a bit for each of 8 classes.
inline constexpr int most_pause_classes = 8;
/// A pause frame has 16 bits for the time, in quanta of 512 bit times.
inline constexpr std::int64_t most_quanta = 65'535, bits_of_quantum = 512;

struct FlowSettings {
  FlowControl name = FlowControl::credits;
  CreditReturn credits = CreditReturn::out_of_band;
  Bytes xoff{0}, xon{0};
  Picoseconds reaction = 100_ns;
  std::int64_t quanta = most_quanta;
  Bytes frame = 64_B;
  Bytes ecn{0};

  bool pauses() const { return name == FlowControl::pause || name == FlowControl::pfc; }
  bool has_link_packets() const { return credits == CreditReturn::in_band; }
  bool operator==(const FlowSettings&) const = default;

  static constexpr auto fields() {
    return std::tuple{
        field("name", &FlowSettings::name,
              "credits; pause frames for a whole port (802.3x) or for a class (802.1Qbb); or packets that "
              "find no space are dropped"),
        field(
            "credits", &FlowSettings::credits,
            "how credits go back: taking no time of a channel, or in link packets of 8 bytes on the channel "
            "in the other direction"),
        field("xoff", &FlowSettings::xoff,
              "bytes in an input buffer from which on the other end is paused; 0: as many as leave enough "
              "headroom",
              {{0}, {1 << 30}}),
        field("xon", &FlowSettings::xon,
              "bytes at which it may go on; 0: two of the largest packets less than xoff, or half of it",
              {{0}, {1 << 30}}),
        field("reaction", &FlowSettings::reaction, "from a pause frame's last byte until the sender reacts"),
        field("quanta", &FlowSettings::quanta,
              "time of a pause, in 512 bit times; it is refreshed after half of it", {1, most_quanta}),
        field("frame", &FlowSettings::frame,
              "a pause frame on the wire; 84B where host.header counts preamble and gap too", {{64}, {1000}}),
        field("ecn", &FlowSettings::ecn,
              "a packet of a connection that enters a longer output queue is marked (ECN); 0B: none is",
              {{0}, {1 << 30}})};
  }
  Problems check() const;
};

}  // namespace ebb::inline engine
