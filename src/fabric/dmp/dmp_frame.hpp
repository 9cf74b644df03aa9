// The only frame of the Dynamic MAC Protocol (Benito, section IV). A host sends it; its own switch replaces
// the source with the host's hierarchical address and returns the frame. Nothing else changes, so the host
// recognises the reply by its nonce.
//
//   destination  01:80:c2:00:00:0e   the next bridge: a switch without our rules does not forward it
//   source       the host's current address; in the reply, the assigned one
//   EtherType    0x88b5              for local experiments (IEEE 802)
//   payload      "ebbdmp", version, a 16-byte nonce, zeros up to the minimum Ethernet frame size
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
    answer,     ///< `address` is assigned to the host
    unchanged,  ///< the frame came back unchanged: reflected, or the address is already correct
    foreign,    ///< not a reply to this request
    refused,    ///< a reply with an address that no host may have
  };
  Kind kind = Kind::foreign;
  MacBytes address{};
};

/// Interprets a received frame for the sender of the request.
DmpReading read_dmp(std::span<const std::uint8_t> frame, const MacBytes& source, const DmpNonce& nonce);

std::string text_of(const MacBytes& address);

}  // namespace ebb::inline fabric
