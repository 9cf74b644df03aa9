// TCP on Koibuchi's hosts. The paper gives neither windows nor times of hosts: papers/koibuchi-hosts.toml has
// ours, the same for all figures.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "base/units.hpp"

namespace ebb::inline reproduce {

struct KoibuchiHosts {
  /// Processor time of a host for each byte that it sends or gets over TCP: copies, checksums, interrupts. It
  /// is fitted to the run times of Table 4, all three together.
  Picoseconds per_byte{};
  Bytes window{};

  static constexpr auto fields() {
    return std::tuple{
        field("per_byte", &KoibuchiHosts::per_byte, "processor time for each byte sent or received"),
        field("window", &KoibuchiHosts::window, "TCP's largest window")};
  }

  /// Settings of a run over TCP. Frames have 1,448 bytes of payload and 90 of headers, preamble and gap.
  /// Windows begin with three segments (RFC 3390). With pause frames nothing is lost, so the congestion
  /// control never reduces a window. A flow keeps to one link of a trunk, as in switches: otherwise its
  /// segments would overtake each other.
  std::vector<std::string> tcp_settings() const;
};

/// Reads papers/koibuchi-hosts.toml.
Result<KoibuchiHosts> read_koibuchi_hosts();

}  // namespace ebb::inline reproduce
