// Announcements as Open-MX makes them: a host tells all others that it is there, with its address in the
// payload, and each of them then writes to that address. Who is reached says whether addresses that hosts
// know are addresses that the network knows.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

/// Where a receiver of an announcement takes the sender's address from.
enum class AddressFrom : std::uint8_t { payload, header };

struct Announced {
  std::uint32_t pairs = 0;    ///< of an announcer and a listener
  std::uint32_t heard = 0;    ///< announcements that came through
  std::uint32_t reached = 0;  ///< announcers that got a listener's frame, by pairs
};

/// Every host of the lab announces itself, and every other answers.
Result<Announced> announce_all(const LabNames& names, std::uint32_t hosts, AddressFrom from);

/// One host sends `attempts` forged answers of DMP to another, which listens. Returns how many came through.
Result<std::uint32_t> forge_answers(const LabNames& names, HostId forger, HostId victim,
                                    std::uint32_t attempts);

/// The address that a host of the lab has now, 48 bits.
Result<std::uint64_t> address_of_host(const LabNames& names, HostId host);

}  // namespace ebb::inline fabric
