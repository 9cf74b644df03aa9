// The number of channels that a message occupies on its path, which converts a requested utilisation of all
// channels into a load of the hosts. Paths are the shortest ones: the utilisation is that of a network at
// full rate without detours.
#pragma once

#include <span>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

/// Messages from any host of `from` to any other host of `to`, all pairs equally likely. There must be such a
/// pair.
struct Flow {
  std::span<const HostId> from, to;
};

/// Returns for each flow the mean number of channels of a message: the two of its hosts, and one per hop
/// between switches. Exact for up to `searches` switches with hosts; beyond, from a sample of as many
/// sources.
std::vector<double> mean_channels(const Network& network, const std::vector<Flow>& flows, std::uint64_t seed,
                                  std::size_t searches = 256);

/// Returns the mean utilisation of all the network's channels that carry this many bytes times channels per
/// second.
double utilisation_of(const Network& network, double channel_bytes_per_second);

/// A mean over all channels is only meaningful when all have the same rate. `where` is the problem's.
Problems require_one_rate(const Network& network, std::string_view where);

/// Checks that a utilisation is in the valid range.
Problems check_utilisation(double utilisation);

}  // namespace ebb::inline traffic
