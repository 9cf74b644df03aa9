// Exact time in which no port of a power domain is on. A domain is a set of ports of one switch, so whoever
// runs the switch books it. It is booked when the first of its ports wakes: only then the time is complete.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/network_state.hpp"
#include "power/device/domain.hpp"

namespace ebb::inline engine {

/// Picoseconds, by shape of domain.
using DomainUse = std::vector<DomainsOff<std::int64_t>>;

/// A port of the switch begins to wake at `at`; it was off from `since`. Books the time of its domains of
/// which no other port is on. The port's own state may be the old or the new one.
void book_domains(NetworkState& m, SwitchId s, std::uint16_t local, std::int64_t since, std::int64_t at);

/// Returns the time up to now, for the switches of this rank. `domains` of `count` are how many there are.
DomainUse domains_off_so_far(const NetworkState& m, std::int64_t now);

/// Returns how many domains of each shape the network has.
std::vector<std::int64_t> count_domains(const NetworkState& m);

}  // namespace ebb::inline engine
