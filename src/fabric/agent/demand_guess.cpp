#include "fabric/agent/demand_guess.hpp"

#include "base/ensure.hpp"

namespace ebb::inline fabric {
namespace {

/// Each takes a pass over all pairs; what is counted at slightly different moments never fits to the last
/// byte.
constexpr int rounds = 12;

/// Scales what `pairs` have together to `wanted`; what nobody has cannot be scaled.
template <class Pairs>
void scale(std::vector<double>& bytes, const Pairs& pairs, std::uint64_t wanted) {
  double sum = 0;
  for (const std::size_t p : pairs) sum += bytes[p];
  if (sum <= 0) return;
  for (const std::size_t p : pairs) bytes[p] *= static_cast<double>(wanted) / sum;
}

}  // namespace

void DemandGuess::set_ways(std::vector<std::vector<PortId>> ways) {
  pairs_by_.clear();
  if (ways.empty()) return;
  ENSURE(ways.size() == std::size_t{network_.hosts} * network_.hosts);
  pairs_by_.resize(network_.switch_ports());
  for (std::size_t p = 0; p < ways.size(); ++p)
    for (const PortId port : ways[p]) pairs_by_[port].push_back(static_cast<std::uint32_t>(p));
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

void DemandGuess::fit_cables(const CountedBytes& counted, std::vector<double>& bytes) const {
  for (PortId port = 0; port < pairs_by_.size(); ++port) scale(bytes, pairs_by_[port], counted.crossed[port]);
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

std::vector<double> DemandGuess::fitted(const CountedBytes& counted) const {
  std::vector<double> first(std::size_t{network_.hosts} * network_.hosts, 0.0);
  by_gravity(counted, [&](HostId from, HostId to, double b) { first[pair(from, to)] = b; });
  std::vector<double> bytes = first;
  for (int round = 0; round < rounds; ++round) {
    fit_cables(counted, bytes);
    fit_receivers(counted, bytes);
    fit_senders(counted, bytes);
  }
  for (HostId from = 0; from < network_.hosts; ++from) {  // of whom the cables' counters knew nothing
    double sum = 0;
    for (HostId to = 0; to < network_.hosts; ++to) sum += bytes[pair(from, to)];
    for (HostId to = 0; to < network_.hosts && sum <= 0; ++to) bytes[pair(from, to)] = first[pair(from, to)];
  }
  return bytes;
}

void DemandGuess::guess(const CountedBytes& counted, const Visit& visit) const {
  if (pairs_by_.empty()) return by_gravity(counted, visit);
  const std::vector<double> bytes = fitted(counted);
  for (HostId from = 0; from < network_.hosts; ++from)
    for (HostId to = 0; to < network_.hosts; ++to)
      if (const double b = bytes[pair(from, to)]; b > 0) visit(from, to, b);
}

}  // namespace ebb::inline fabric
