// How many channels a message occupies on its way, which is what turns a wanted utilisation of all channels
// into a load of the hosts. Ways are the shortest ones: the utilisation is that of a network at full speed
// that makes no detours.
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

/// For each flow the mean number of channels of a message: the two of its hosts, and one per hop between
/// switches. Exact for up to `searches` switches with hosts; beyond, from a sample of as many sources.
std::vector<double> mean_channels(const Network& network, const std::vector<Flow>& flows, std::uint64_t seed,
                                  std::size_t searches = 256);

/// The utilisation of a channel that this many bytes per second occupy for one of all the network's channels.
double utilisation_of(const Network& network, double channel_bytes_per_second);

/// An average over all channels has one meaning only when all have the same rate. `where` is the problem's.
Problems require_one_rate(const Network& network, std::string_view where);

/// A utilisation that can be asked for.
Problems check_utilisation(double utilisation);

}  // namespace ebb::inline traffic
