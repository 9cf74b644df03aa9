#include "tasks/sleep/scaled_topology.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/topologies.hpp"
#include "experiment/read/configuration.hpp"
#include "topology/chassis_clos.hpp"
#include "topology/complete.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "topology/star.hpp"
#include "topology/tree.hpp"

namespace ebb::inline tasks {
namespace {

/// Keys of the section with other values; a single value is a number, several are a list.
using Change = std::vector<std::pair<std::string_view, std::vector<std::int64_t>>>;
using Changes = std::vector<Change>;

/// a * b / c, rounded, at least 1.
std::int64_t share(std::int64_t a, std::int64_t b, std::int64_t c) {
  const double part = static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(c);
  return std::max<std::int64_t>(1, std::llround(part));
}

/// The access switches keep their ratio of hosts to uplinks.
Changes changes_of(const FoldedClos& large) {
  const std::int64_t ports = large.access_radix ? large.access_radix : large.radix;
  const std::int64_t hosts = large.hosts_per_switch ? large.hosts_per_switch : ports / 2;
  const std::int64_t uplinks = large.uplinks ? large.uplinks : ports - hosts;
  const std::int64_t common = std::gcd(hosts, uplinks);
  Changes all;
  for (std::int64_t radix = 4; radix <= 32; radix += 4)
    for (std::int64_t times = 1; times <= common; ++times) {
      const std::int64_t down = hosts / common * times, up = uplinks / common * times;
      if (up < std::min<std::int64_t>(2, uplinks)) continue;  // else there is nothing to choose from
      all.push_back({{"radix", {radix}},
                     {"access_radix", {down + up}},
                     {"hosts_per_switch", {down}},
                     {"uplinks", {up}},
                     {"pod", {0}},
                     {"pods", {0}}});
    }
  return all;
}

/// As many dimensions, up to two.
Changes changes_of(const FlattenedButterfly& large) {
  const bool listed = !large.sizes.empty();
  const std::size_t all_dimensions = listed ? large.sizes.size() : static_cast<std::size_t>(large.n - 1);
  const std::size_t dimensions = std::clamp<std::size_t>(all_dimensions, 1, 2);
  const std::int64_t longest = listed ? *std::max_element(large.sizes.begin(), large.sizes.end()) : large.k;
  Changes all;
  for (std::int64_t k = 2; k <= longest; ++k) {
    Change change{
        {"c", {share(large.c, k, longest)}}, {"k", {k}}, {"n", {static_cast<std::int64_t>(dimensions) + 1}}};
    if (listed) change.push_back({"sizes", std::vector<std::int64_t>(dimensions, k)});
    if (!large.parallel.empty())
      change.push_back({"parallel",
                        {large.parallel.begin(),
                         large.parallel.begin() +
                             static_cast<std::ptrdiff_t>(std::min(dimensions, large.parallel.size()))}});
    all.push_back(std::move(change));
  }
  return all;
}

Changes changes_of(const Dragonfly& large) {
  Changes all;
  for (std::int64_t a = 2; a <= large.a; ++a)
    all.push_back(
        {{"a", {a}}, {"p", {share(large.p, a, large.a)}}, {"h", {share(large.h, a, large.a)}}, {"g", {0}}});
  return all;
}

Changes changes_of(const Grid& large) {
  Changes all;
  const std::int64_t longest = *std::max_element(large.sizes.begin(), large.sizes.end());
  for (std::int64_t side = 2; side <= longest; ++side) {
    std::vector<std::int64_t> sizes = large.sizes;
    for (std::int64_t& size : sizes) size = std::min(size, side);
    all.push_back({{"sizes", sizes}});
  }
  return all;
}

Changes changes_of(const Complete& large) {
  Changes all;
  for (std::int64_t switches = 3; switches <= large.switches; ++switches)
    all.push_back({{"switches", {switches}},
                   {"hosts_per_switch", {share(large.hosts_per_switch, switches, large.switches)}}});
  return all;
}

Changes changes_of(const Tree& large) {
  Changes all;
  for (std::int64_t arity = 2; arity <= large.arity; ++arity)
    for (std::int64_t hosts = 1; hosts <= large.hosts_per_switch; ++hosts)
      all.push_back({{"arity", {arity}}, {"hosts_per_switch", {hosts}}});
  return all;
}

Changes changes_of(const ChassisClos&) {
  Changes all;
  for (std::int64_t radix = 4; radix <= 16; radix += 4)
    for (std::int64_t hosts = radix; hosts <= 1024; hosts += radix)
      all.push_back({{"radix", {radix}}, {"hosts", {hosts}}});
  return all;
}

Changes changes_of(const Star& large) {
  Changes all;
  for (std::int64_t hosts = 2; hosts <= std::min<std::int64_t>(large.hosts, 1024); ++hosts)
    all.push_back({{"hosts", {hosts}}});
  return all;
}

template <class T>
bool add_if(const Topology& topology, Changes& changes) {
  const T* known = dynamic_cast<const T*>(&topology);
  if (known) changes = changes_of(*known);
  return known != nullptr;
}

Changes all_changes(const Topology& topology) {
  Changes changes;
  (void)(add_if<FoldedClos>(topology, changes) || add_if<FlattenedButterfly>(topology, changes) ||
         add_if<Dragonfly>(topology, changes) || add_if<Grid>(topology, changes) ||
         add_if<Complete>(topology, changes) || add_if<Tree>(topology, changes) ||
         add_if<ChassisClos>(topology, changes) || add_if<Star>(topology, changes));
  return changes;
}

Node number_node(std::int64_t value, const std::string& where) {
  Node node;
  node.kind = Node::Kind::integer, node.integer = value, node.where = where;
  return node;
}

Node changed(const Node& section, const Change& change) {
  Node result = section;
  for (const auto& [key, values] : change) {
    Node value = number_node(values.front(), section.where);
    if (key == "sizes" || key == "parallel") {
      value = {};
      value.kind = Node::Kind::array, value.where = section.where;
      for (const std::int64_t v : values) value.items.push_back(number_node(v, section.where));
    }
    set_path(result, key, value);
  }
  return result;
}

}  // namespace

std::optional<Node> scaled_topology(const Node& section, const Topology& topology, std::int64_t most_hosts) {
  std::optional<Node> best;
  std::int64_t most = 0;
  for (const Change& change : all_changes(topology)) {
    Node small = changed(section.kind == Node::Kind::text ? table_named(section) : section, change);
    Problems problems;
    const auto built = read_named(topologies(), small, "topology", problems);
    if (!built || !problems.empty()) continue;
    const std::int64_t hosts = built->facts().hosts;
    if (hosts > most_hosts || hosts <= most) continue;
    most = hosts, best = std::move(small);
  }
  return best;
}

}  // namespace ebb::inline tasks
