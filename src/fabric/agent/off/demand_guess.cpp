#include "fabric/agent/off/demand_guess.hpp"

#include <cmath>

#include "base/ensure.hpp"

namespace ebb::inline fabric {
namespace {

/// Each round is a pass over all pairs. Most demands fit after a few rounds; some converge slowly, and
/// counters read at slightly different times never fit exactly, so the number of rounds is limited.
constexpr int most_rounds = 60;
constexpr double close_enough = 0.01;
constexpr double by_gravity_part = 0.005;  ///< of the first estimate, where earlier ones are known
constexpr double kept = 0.99;              ///< of the earlier estimates at each reading

/// Scales the sum over `pairs` to `wanted`; a sum of zero cannot be scaled. Returns the difference before
/// scaling.
template <class Pairs>
double scale(std::vector<double>& bytes, const Pairs& pairs, std::uint64_t wanted) {
  double sum = 0;
  for (const std::size_t p : pairs) sum += bytes[p];
  const double apart = std::fabs(sum - static_cast<double>(wanted));
  if (sum <= 0) return apart;
  for (const std::size_t p : pairs) bytes[p] *= static_cast<double>(wanted) / sum;
  return apart;
}

}  // namespace

void DemandGuess::set_paths(std::vector<std::vector<PortId>> ports_of_pairs) {
  pairs_by_.clear();
  if (ports_of_pairs.empty()) return;
  ENSURE(ports_of_pairs.size() == std::size_t{network_.hosts} * network_.hosts);
  pairs_by_.resize(network_.switch_ports());
  for (std::size_t p = 0; p < ports_of_pairs.size(); ++p)
    for (const PortId port : ports_of_pairs[p]) pairs_by_[port].push_back(static_cast<std::uint32_t>(p));
}

void DemandGuess::by_gravity(const CountedBytes& counted, const Visit& visit) const {
  std::uint64_t all = 0;
  for (const std::uint64_t arrived : counted.arrived) all += arrived;
  for (HostId from = 0; from < network_.hosts; ++from) {
    const auto by_others = static_cast<double>(all - counted.arrived[from]);
    if (counted.sent[from] == 0 || by_others <= 0) continue;
    for (HostId to = 0; to < network_.hosts; ++to)
      if (to != from && counted.arrived[to] > 0)
        visit(from, to,
              static_cast<double>(counted.sent[from]) * static_cast<double>(counted.arrived[to]) / by_others);
  }
}

/// Returns the deviation from the counted bytes over all cables, as a fraction of them.
double DemandGuess::fit_cables(const CountedBytes& counted, std::vector<double>& bytes) const {
  double apart = 0, all = 0;
  for (PortId port = 0; port < pairs_by_.size(); ++port) {
    if (pairs_by_[port].empty()) continue;
    apart += scale(bytes, pairs_by_[port], counted.crossed[port]);
    all += static_cast<double>(counted.crossed[port]);
  }
  return all > 0 ? apart / all : 0;
}

void DemandGuess::fit_receivers(const CountedBytes& counted, std::vector<double>& bytes) const {
  std::vector<std::size_t> column(network_.hosts);
  for (HostId to = 0; to < network_.hosts; ++to) {
    for (HostId from = 0; from < network_.hosts; ++from) column[from] = pair(from, to);
    scale(bytes, column, counted.arrived[to]);
  }
}

void DemandGuess::fit_senders(const CountedBytes& counted, std::vector<double>& bytes) const {
  std::vector<std::size_t> row(network_.hosts);
  for (HostId from = 0; from < network_.hosts; ++from) {
    for (HostId to = 0; to < network_.hosts; ++to) row[to] = pair(from, to);
    scale(bytes, row, counted.sent[from]);
  }
}

std::vector<double> DemandGuess::first_estimate(const CountedBytes& counted) const {
  std::vector<double> bytes(std::size_t{network_.hosts} * network_.hosts, 0.0);
  by_gravity(counted, [&](HostId from, HostId to, double b) { bytes[pair(from, to)] = b; });
  if (lately_.empty()) return bytes;
  for (HostId from = 0; from < network_.hosts; ++from) {
    double sum = 0;
    for (HostId to = 0; to < network_.hosts; ++to) sum += lately_[pair(from, to)];
    if (sum <= 0) continue;
    const double scale_to = (1 - by_gravity_part) * static_cast<double>(counted.sent[from]) / sum;
    for (HostId to = 0; to < network_.hosts; ++to) {
      double& own = bytes[pair(from, to)];
      own = by_gravity_part * own + scale_to * lately_[pair(from, to)];
    }
  }
  return bytes;
}

std::vector<double> DemandGuess::fitted(const CountedBytes& counted) const {
  const std::vector<double> first = first_estimate(counted);
  std::vector<double> bytes = first;
  for (int round = 0; round < most_rounds; ++round) {
    const double apart = fit_cables(counted, bytes);
    fit_receivers(counted, bytes);
    fit_senders(counted, bytes);
    if (apart < close_enough) break;
  }
  for (HostId from = 0; from < network_.hosts; ++from) {  // hosts without any counted cable bytes
    double sum = 0;
    for (HostId to = 0; to < network_.hosts; ++to) sum += bytes[pair(from, to)];
    for (HostId to = 0; to < network_.hosts && sum <= 0; ++to) bytes[pair(from, to)] = first[pair(from, to)];
  }
  return bytes;
}

void DemandGuess::guess(const CountedBytes& counted, const Visit& visit) {
  if (pairs_by_.empty()) return by_gravity(counted, visit);
  const std::vector<double> bytes = fitted(counted);
  lately_.resize(bytes.size(), 0.0);
  for (std::size_t p = 0; p < bytes.size(); ++p) lately_[p] = kept * lately_[p] + bytes[p];
  for (HostId from = 0; from < network_.hosts; ++from)
    for (HostId to = 0; to < network_.hosts; ++to)
      if (const double b = bytes[pair(from, to)]; b > 0) visit(from, to, b);
}

}  // namespace ebb::inline fabric
