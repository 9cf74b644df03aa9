// The one frame of the Dynamic MAC Protocol (Benito, section IV). A host sends it; its own switch writes the
// host's hierarchical address over the source and sends it back. Nothing else changes on the way, so the
// host knows its answer by the random number that it put in.
//
//   destination  01:80:c2:00:00:0e   the next bridge: a switch without our rules forwards it to nobody
//   source       the host's address now; in the answer the one that it is to have
//   EtherType    0x88b5              for local experiments (IEEE 802)
//   payload      "ebbdmp", version, 16 random bytes, zeros up to the shortest frame of Ethernet
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ebb::inline fabric {

using MacBytes = std::array<std::uint8_t, 6>;
using DmpNonce = std::array<std::uint8_t, 16>;

inline constexpr MacBytes dmp_destination{0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e};
inline constexpr std::size_t dmp_frame_bytes = 60;

std::vector<std::uint8_t> dmp_request(const MacBytes& source, const DmpNonce& nonce);

struct DmpReading {
  enum class Kind : std::uint8_t {
    answer,     ///< `address` is what the host is to have
    unchanged,  ///< it came back as it was: reflected, or the address is right already
    foreign,    ///< not an answer to this request
    refused,    ///< an answer, but with an address that no host may have
  };
  Kind kind = Kind::foreign;
  MacBytes address{};
};

/// What a received frame means to who sent the request.
DmpReading read_dmp(std::span<const std::uint8_t> frame, const MacBytes& source, const DmpNonce& nonce);

std::string text_of(const MacBytes& address);

}  // namespace ebb::inline fabric
