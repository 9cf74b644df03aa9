// Announcements as in Open-MX: a host announces itself to all others, with its address in the payload, and
// each of them then sends to that address. The replies show whether the addresses that hosts know are those
// that the network knows.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Where a receiver of an announcement takes the sender's address from.
enum class AddressFrom : std::uint8_t { payload, header };

struct Announced {
  std::uint32_t pairs = 0;    ///< of an announcer and a listener
  std::uint32_t heard = 0;    ///< announcements received
  std::uint32_t reached = 0;  ///< pairs whose announcer received the listener's frame
};

/// Every host of the lab announces itself, and every other host replies.
Result<Announced> announce_all(const LabNames& names, std::uint32_t hosts, AddressFrom from);

/// One host sends `attempts` forged DMP replies to another, which listens. Returns how many arrived.
Result<std::uint32_t> forge_answers(const LabNames& names, HostId forger, HostId victim,
                                    std::uint32_t attempts);

/// The current 48-bit address of a host of the lab.
Result<std::uint64_t> address_of_host(const LabNames& names, HostId host);

}  // namespace ebb::inline fabric
