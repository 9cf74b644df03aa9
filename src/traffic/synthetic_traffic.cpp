#include "traffic/synthetic_traffic.hpp"

#include <fmt/core.h>

#include "network/names.hpp"
#include "traffic/arrival/poisson.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/size/fixed_size.hpp"
#include "traffic/size/size_range.hpp"

namespace ebb::inline traffic {
namespace {

/// Adds the problems of a part, under the part's name.
void add_problems(Problems found, std::string_view part, Problems& problems) {
  for (Problem& p : found) {
    p.where = p.where.empty() ? std::string(part) : fmt::format("{}.{}", part, p.where);
    problems.push_back(std::move(p));
  }
}

/// The load is a fraction of the host channel's rate, so there must be one such rate.
Problems check_rates(const Network& network) {
  for (HostId h = 1; h < network.hosts; ++h)
    if (network.link(network.host_port(h)).rate != network.link(network.host_port(0)).rate)
      return {
          {"load",
           fmt::format("is ambiguous: the channels of {} and {} have different rates",
                       name_of_host(network, 0), name_of_host(network, h)),
           "give all host cables the same rate, or send a demand matrix: workload = { name = \"demand\" }"}};
  return {};
}

}  // namespace

Problems check_load(double load) {
  if (load_range.holds(load)) return {};
  return {{"load", fmt::format("is {}, but must be {}", load, range_text(load_range)),
           "it is a fraction of each host's channel: 0.5 keeps it busy half of the time"}};
}

Result<std::unique_ptr<Traffic>> SyntheticTraffic::bind(SyntheticParts parts, const Network& network,
                                                        const Cutting& cutting, std::uint64_t seed) {
  if (network.hosts == 0)
    return Problem{"", "cannot be sent: the network has no hosts", "choose a topology with hosts"};
  const bool open = !parts.arrivals->is_closed_loop();
  Problems problems = open ? check_load(parts.load) : Problems{};
  if (problems.empty()) problems = check_rates(network);
  const Offer offer{parts.load, network.link(network.host_port(0)).rate, cutting, parts.sizes->mean(cutting)};
  if (problems.empty()) add_problems(parts.arrivals->bind(offer), "arrivals", problems);
  add_problems(parts.pattern->bind(network, seed), "pattern", problems);
  if (!problems.empty()) return problems;

  double senders = 0;
  for (HostId h = 0; h < network.hosts; ++h) senders += parts.pattern->sends(h);
  const double each = open ? offer.mean.bytes * parts.load / offer.message_ps() * 1e12 : 0;
  return std::unique_ptr<Traffic>(new SyntheticTraffic(std::move(parts), each * senders / network.hosts));
}

SyntheticTraffic::SyntheticTraffic(SyntheticParts parts, double offered)
    : pattern_(std::move(parts.pattern)),
      arrivals_(std::move(parts.arrivals)),
      sizes_(std::move(parts.sizes)),
      changes_(pattern_->period().v > 0),
      offered_(offered),
      calibration_(std::move(parts.calibration)) {}

MessageSampler SyntheticTraffic::sampler() const {
  const auto* poisson = dynamic_cast<const PoissonArrivals*>(arrivals_.get());
  const auto* loop = dynamic_cast<const ClosedLoop*>(arrivals_.get());
  const auto* uniform = dynamic_cast<const UniformPattern*>(pattern_.get());
  const auto* fixed = dynamic_cast<const FixedSize*>(sizes_.get());
  const auto* range = dynamic_cast<const SizeRange*>(sizes_.get());
  if ((!poisson && !loop) || !uniform || (!fixed && !range)) return {};
  MessageSampler sampler;
  sampler.hosts = uniform->hosts(), sampler.fixed = fixed != nullptr;
  if (poisson) sampler.mean_gap_ps = poisson->mean_gap_ps();
  if (loop) sampler.outstanding = loop->outstanding;
  sampler.least = fixed ? fixed->size : range->least, sampler.most = fixed ? fixed->size : range->most;
  return sampler;
}

Message SyntheticTraffic::acknowledged(const Delivery& delivery, Picoseconds now, HostMemory& memory) const {
  if (!arrivals_->is_closed_loop()) return {};
  const Bytes size = sizes_->draw(memory.random);
  return {.at = now, .destination = destination(delivery.source, now, memory), .size = size};
}

}  // namespace ebb::inline traffic
