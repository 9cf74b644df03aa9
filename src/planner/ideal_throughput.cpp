#include "planner/ideal_throughput.hpp"

#include <algorithm>

#include "network/dragonfly_shape.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/grid_shape.hpp"
#include "network/tree_shape.hpp"
#include "planner/uneven_clos.hpp"

namespace ebb::inline planner {

/// All hosts of a plane send 1 / size of their traffic to each other plane, over one bundle for each switch.
double butterfly_dimension(double hosts, double size, double links) { return size * links / hosts; }

double grid_dimension(double hosts, std::int64_t size, bool wraps) {
  const auto k = static_cast<double>(size);
  if (wraps) return 2 * k / (hosts * static_cast<double>(size * size / 4));  // both directions
  return k / (hosts * static_cast<double>(size / 2 * (size - size / 2)));    // across the middle of a line
}

namespace {

/// Of a network whose inner channels are never the busiest: hosts of any rate get everything through.
constexpr double unlimited = 1e9;

double throughput(const FlattenedButterflyShape& s) {
  double least = unlimited;
  for (std::size_t d = 0; d < s.sizes.size(); ++d)
    least = std::min(least, butterfly_dimension(s.concentration, s.sizes[d], s.parallel[d]));
  return least;
}

double throughput(const GridShape& s) {
  double least = unlimited;
  for (const std::uint32_t size : s.sizes)
    least = std::min(least, grid_dimension(s.concentration, size, s.wraps));
  return least;
}

/// A block of a Clos, and the switches above that its cables are assigned to in turn.
struct ClosBlock {
  double access = 0, all = 0;  ///< access switches below it, and of the network
  std::int64_t cables = 0, cables_of_parent = 0, above = 0;

  ClosBlock(const FoldedClosShape& s, std::uint32_t level, std::uint32_t block)
      : access(clos_block_access(s, level, block)), all(s.access_switches()) {
    const std::uint32_t parent = block * s.levels[level].access / s.levels[level + 1].access;
    above = clos_block_switches(s, level + 1, parent);
    cables = std::int64_t{clos_block_access(s, level, block)} * s.levels[0].up;
    cables_of_parent = std::int64_t{clos_block_access(s, level + 1, parent)} * s.levels[0].up;
  }
  bool even() const { return cables % above == 0; }
};

/// Traffic that is spread evenly on the way up arrives evenly from above. Where the switches above have
/// different numbers of cables to a block, those with the fewest saturate first: they get what comes up from
/// all others' cables to them.
double throughput(const ClosBlock& block, double hosts) {
  if (block.access >= block.all) return unlimited;
  const double entering = hosts * block.access * (1 - block.access / block.all);
  if (block.even()) return static_cast<double>(block.cables) / entering;
  const std::int64_t fewest = block.cables / block.above;
  const std::int64_t most_of_others = (block.cables_of_parent + block.above - 1) / block.above - fewest;
  const double busiest = entering * static_cast<double>(most_of_others) /
                         static_cast<double>(block.cables_of_parent - block.cables);
  return static_cast<double>(fewest) / busiest;
}

/// Blocks are alike except the last one, and those in the last one of the next level. Uneven cables have no
/// closed form with more than two levels; with three, uneven ones to the top are counted.
std::optional<double> throughput(const FoldedClosShape& s) {
  double least = unlimited;
  for (std::uint32_t level = 0; level < s.top(); ++level) {
    const auto &here = s.levels[level], &above = s.levels[level + 1];
    const std::uint32_t last = (s.access_switches() - 1) / here.access;
    const std::uint32_t last_parent = (s.access_switches() - 1) / above.access;
    for (const std::uint32_t number : {0u, last_parent * (above.access / here.access), last}) {
      const ClosBlock block(s, level, number);
      if (s.top() > 1 && !block.even()) return uneven_clos_throughput(s);
      least = std::min(least, throughput(block, s.concentration));
    }
  }
  return least;
}

/// Between two groups, over the fewest cables of any two; and inside a group, where a channel carries the
/// traffic between two switches, and the traffic to or from the groups that one of them is connected to.
double throughput(const DragonflyShape& s) {
  const double a = s.group_size, p = s.concentration, h = s.global_ports, rounds = s.rounds();
  const double hosts = a * p * s.groups;
  const double global = hosts * rounds / (a * p * a * p);
  if (s.group_size == 1) return global;
  return std::min(global, hosts / (p * p * (1 + 2 * a * h / rounds)));
}

/// A branch carries what the hosts below it send to all others.
double throughput(const TreeShape& s) {
  double branch = 1, whole = 1, least = unlimited;  // switches with hosts: below the branch, and in the tree
  const auto grown = [&](double below) { return s.arity * below + (s.hosts_everywhere ? 1 : 0); };
  for (std::uint32_t i = 0; i < s.depth; ++i) whole = grown(whole);
  for (std::uint32_t height = 0; height < s.depth; ++height, branch = grown(branch))
    least = std::min(least, s.links / (branch * s.concentration * (1 - branch / whole)));
  return least;
}

}  // namespace

std::optional<double> ideal_throughput(const Shape& shape, double faster) {
  const auto inner = std::visit(
      [](const auto& s) -> std::optional<double> {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, GraphShape>)
          return std::nullopt;
        else
          return throughput(s);
      },
      shape);
  if (!inner) return std::nullopt;
  return std::min(1.0, *inner * faster);
}

double inner_over_hosts(const Cables& cables) {
  return static_cast<double>(cables.rate.v) / static_cast<double>(cables.rate_of_hosts().v);
}

std::optional<double> ideal_throughput(const Topology& topology, const Facts& facts, const Cables& cables) {
  if (facts.switches == 1) return 1;
  return ideal_throughput(topology.network_shape(), inner_over_hosts(cables));
}

}  // namespace ebb::inline planner
