#include "routing/check/dependency_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "network/names.hpp"

namespace ebb::inline routing {
namespace {

constexpr std::size_t no_lane = ~std::size_t{0};

}  // namespace

DependencyGraph::DependencyGraph(const Network& network, int vcs)
    : network_(network), vcs_(static_cast<std::size_t>(vcs)) {
  std::size_t total = 0;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    first_row_.push_back(total);
    total += network.ports_of(s) * vcs_ * words(s);
  }
  bits_.assign(total, 0);
}

std::size_t DependencyGraph::bytes(const Network& network, int vcs) {
  std::size_t total = 0;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const std::size_t lanes = std::size_t{network.ports_of(s)} * static_cast<std::size_t>(vcs);
    total += lanes * ((lanes + 63) / 64) * sizeof(std::uint64_t);
  }
  return total;
}

void DependencyGraph::add(PortId channel, std::uint8_t vc, SwitchId s, const std::uint64_t* row) {
  std::uint64_t* to = &bits_[row_of(s, network_.peer[channel], vc)];
  for (std::size_t w = 0; w < words(s); ++w) to[w] |= row[w];
}

/// Calls each(lane) for every lane that may follow. Stops when it returns true.
template <class Each>
void DependencyGraph::each_next(std::size_t lane, Each each) const {
  const auto port = static_cast<PortId>(lane / vcs_);
  const SwitchId s = network_.owner[port];
  const std::uint64_t* row = &bits_[row_of(s, port, lane % vcs_)];
  for (std::size_t w = 0; w < words(s); ++w)
    for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
      const std::size_t bit = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
      const PortId next = network_.peer[network_.first_port[s] + bit / vcs_];
      if (!network_.is_host_port(next) && each(next * vcs_ + bit % vcs_)) return;
    }
}

/// Repeatedly removes the lanes that nothing depends on. The remaining ones lead to cycles.
std::size_t DependencyGraph::lane_on_a_cycle() const {
  const std::size_t lanes = network_.switch_ports() * vcs_;
  std::vector<std::uint32_t> before(lanes, 0);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    each_next(lane, [&](std::size_t next) { return ++before[next], false; });
  std::vector<std::size_t> free;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (before[lane] == 0) free.push_back(lane);
  for (std::size_t i = 0; i < free.size(); ++i)
    each_next(free[i], [&](std::size_t next) {
      if (--before[next] == 0) free.push_back(next);
      return false;
    });
  if (free.size() == lanes) return no_lane;
  // Every remaining lane follows another remaining one, so walking backwards must reach a cycle.
  std::vector<std::size_t> back(lanes, no_lane);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (before[lane] != 0)
      each_next(lane, [&](std::size_t next) {
        if (back[next] == no_lane) back[next] = lane;
        return false;
      });
  std::size_t at = static_cast<std::size_t>(
      std::find_if(before.begin(), before.end(), [](std::uint32_t n) { return n != 0; }) - before.begin());
  for (std::size_t i = 0; i < lanes; ++i) at = back[at];
  return at;
}

std::vector<std::size_t> DependencyGraph::cycle() const {
  const std::size_t start = lane_on_a_cycle();
  if (start == no_lane) return {};
  std::vector<std::size_t> from(network_.switch_ports() * vcs_, no_lane), reached{start};
  for (std::size_t i = 0; from[start] == no_lane; ++i)
    each_next(reached[i], [&](std::size_t next) {
      if (from[next] == no_lane) from[next] = reached[i], reached.push_back(next);
      return next == start;
    });
  std::vector<std::size_t> cycle;
  std::size_t at = start;
  do cycle.push_back(at = from[at]);
  while (at != start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

std::string DependencyGraph::name(std::size_t lane) const {
  const PortId to = static_cast<PortId>(lane / vcs_), from = network_.peer[to];
  return fmt::format("{} to {} ({}), virtual channel {}", name_of_port(network_, from),
                     name_of_owner(network_, to), network_.link(from).name, lane % vcs_);
}

}  // namespace ebb::inline routing
