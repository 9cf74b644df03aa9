#include "traffic/uniform_messages.hpp"

#include <numeric>

#include "traffic/arrival/poisson.hpp"
#include "traffic/path_lengths.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/synthetic_traffic.hpp"

namespace ebb::inline traffic {

Problems UniformMessages::check() const {
  Problems problems = check_utilisation(utilisation);
  require_message_size(problems, "size", size);
  return problems;
}

Result<std::unique_ptr<Traffic>> UniformMessages::bind(const Network& network, const Cutting& cutting,
                                                       std::uint64_t seed) const {
  Problems problems = require_two_hosts(network);
  if (problems.empty()) problems = require_one_rate(network, "utilisation");
  if (!problems.empty()) return problems;
  std::vector<HostId> hosts(network.hosts);
  std::iota(hosts.begin(), hosts.end(), HostId{0});
  const double channels = mean_channels(network, {{hosts, hosts}}, seed)[0];
  const double load = utilisation * network.channels() / (network.hosts * channels);
  if (load > 1)
    return Problem{
        "utilisation",
        fmt::format("is {}, for which each host would have to send at {:.3f} of its channel's rate",
                    utilisation, load),
        fmt::format("at most {:.3f} is possible on this network", utilisation / load)};
  SyntheticParts parts;
  parts.pattern = std::make_unique<UniformPattern>();
  parts.arrivals = std::make_unique<PoissonArrivals>();
  auto fixed = std::make_unique<FixedSize>();
  fixed->size = size;
  parts.sizes = std::move(fixed);
  parts.load = load;
  parts.calibration = fmt::format(
      "utilisation {} of all {} channels: load {:.4f} of each host's channel, {:.3f} channels per message",
      utilisation, network.channels(), load, channels);
  return SyntheticTraffic::bind(std::move(parts), network, cutting, seed);
}

}  // namespace ebb::inline traffic
