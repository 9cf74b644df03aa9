#include "planner/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/clos_candidates.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/grid.hpp"
#include "topology/star.hpp"

namespace ebb::inline planner {
namespace {

std::int64_t rounded_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::string list(const std::vector<std::int64_t>& sizes) {
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

std::string clos_family(std::int64_t levels) { return fmt::format("folded_clos, {} levels", levels); }

std::string family_with(std::string_view name, std::int64_t dimensions) {
  return fmt::format("{}, {} dimension{}", name, dimensions, dimensions > 1 ? "s" : "");
}

constexpr std::int64_t most_dimensions = 4;

/// All dimensions of one size but the last, which may be smaller. Visits each with its switches and the ports
/// that a switch has left for hosts.
template <class Visit>
void each_butterfly(std::int64_t ports, std::size_t dimensions, const Visit& visit) {
  const auto d = static_cast<std::int64_t>(dimensions);
  for (std::int64_t k = 2; d * (k - 1) < ports; ++k)
    for (std::int64_t last = d == 1 ? k : 2; last <= k; ++last) {
      FlattenedButterfly t;
      t.sizes.assign(dimensions, k), t.sizes.back() = last;
      const std::int64_t switches = saturating_product(saturating_power(k, d - 1), last);
      visit(t, switches, ports - (d - 1) * (k - 1) - (last - 1));
    }
}

std::int64_t most_butterfly_hosts(std::int64_t ports, std::int64_t dimensions) {
  std::int64_t most = 0;
  each_butterfly(ports, static_cast<std::size_t>(dimensions),
                 [&](const FlattenedButterfly&, std::int64_t switches, std::int64_t free) {
                   most = std::max(most, saturating_product(switches, free));
                 });
  return most;
}

/// A balanced one, with the most groups.
std::int64_t most_dragonfly_hosts(std::int64_t ports) {
  const std::int64_t h = (ports + 1) / 4;
  return h < 1 ? 0 : 2 * h * h * (2 * h * h + 1);
}

class Search {
 public:
  explicit Search(const SizeQuestion& question) : q_(question) {}

  std::vector<Candidate> all() {
    add_star();
    for (std::int64_t levels = q_.least_levels; levels <= q_.most_levels; ++levels) add_clos(levels);
    for (std::size_t dimensions = 1; dimensions <= std::size_t{most_dimensions}; ++dimensions)
      add_butterflies(dimensions);
    add_dragonflies();
    for (std::size_t dimensions = 2; dimensions <= std::size_t{most_dimensions}; ++dimensions) {
      add_grids<Mesh>("mesh", dimensions);
      add_grids<Torus>("torus", dimensions);
    }
    return std::move(found_);
  }

 private:
  template <class T>
  void add(const T& topology, std::string family, std::string name,
           std::vector<std::pair<std::string, std::string>> parameters, double uplink_share = 1) {
    if (!topology.check().empty()) return;
    const Facts facts = topology.facts();
    if (facts.hosts < q_.hosts || facts.ports_most > q_.ports) return;
    found_.push_back({std::move(family), std::move(name), std::move(parameters),
                      std::make_shared<const T>(topology), uplink_share});
  }

  void add_star() {
    Star t;
    t.hosts = q_.hosts;
    add(t, "star", "star", {{"hosts", fmt::format("{}", t.hosts)}});
  }

  void add_clos(std::int64_t levels) {
    for (const FoldedClos& t : clos_networks(q_, levels)) {
      std::vector<std::pair<std::string, std::string>> parameters = {
          {"levels", fmt::format("{}", levels)},
          {"radix", fmt::format("{}", t.radix)},
          {"hosts_per_switch", fmt::format("{}", t.hosts_per_switch)},
          {"uplinks", fmt::format("{}", t.uplinks)},
          {"pod", fmt::format("{}", t.pod)}};
      if (levels > 2) parameters.emplace_back("pods", fmt::format("{}", t.pods));
      add(t, clos_family(levels), "folded_clos", parameters,
          std::min(1.0, static_cast<double>(t.uplinks) / static_cast<double>(t.hosts_per_switch)));
    }
  }

  void add_butterflies(std::size_t dimensions) {
    each_butterfly(q_.ports, dimensions, [&](FlattenedButterfly t, std::int64_t switches, std::int64_t free) {
      t.c = rounded_up(q_.hosts, switches);
      if (t.c > free) return;
      add(t, family_with("flattened_butterfly", static_cast<std::int64_t>(dimensions)), "flattened_butterfly",
          {{"c", fmt::format("{}", t.c)}, {"sizes", list(t.sizes)}});
    });
  }

  /// Balanced ones: half as many hosts and global ports on a switch as there are switches in a group.
  void add_dragonflies() {
    for (std::int64_t h = 1; 4 * h - 1 <= q_.ports; ++h) {
      Dragonfly t;
      t.h = t.p = h, t.a = 2 * h;
      t.g = std::max<std::int64_t>(2, rounded_up(q_.hosts, t.a * t.p));
      if (t.g > t.a * t.h + 1) continue;
      add(t, "dragonfly", "dragonfly",
          {{"a", fmt::format("{}", t.a)},
           {"p", fmt::format("{}", t.p)},
           {"h", fmt::format("{}", t.h)},
           {"g", fmt::format("{}", t.g)}});
    }
  }

  /// As nearly a cube as the number of hosts allows, for every number of hosts on a switch.
  template <class T>
  void add_grids(const std::string& name, std::size_t dimensions) {
    const auto d = static_cast<std::int64_t>(dimensions);
    for (std::int64_t c = 1; c + d <= q_.ports; ++c) {
      T t;
      t.c = c;
      const std::int64_t switches = rounded_up(q_.hosts, c);
      auto k = static_cast<std::int64_t>(
          std::floor(std::pow(static_cast<double>(switches), 1.0 / static_cast<double>(dimensions))));
      t.sizes.assign(dimensions, std::max<std::int64_t>(2, k));
      for (std::size_t i = 0; i < dimensions && product(t.sizes) < switches; ++i) ++t.sizes[i];
      add(t, family_with(name, d), name, {{"c", fmt::format("{}", c)}, {"sizes", list(t.sizes)}});
    }
  }

  static std::int64_t product(const std::vector<std::int64_t>& sizes) {
    std::int64_t all = 1;
    for (const std::int64_t size : sizes) all = saturating_product(all, size);
    return all;
  }

  const SizeQuestion& q_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<NetworkFamily> network_families(const SizeQuestion& question) {
  std::vector<NetworkFamily> all{{"star", question.ports}};
  for (std::int64_t levels = question.least_levels; levels <= question.most_levels; ++levels)
    all.push_back({clos_family(levels), most_clos_hosts(question, levels)});
  for (std::int64_t d = 1; d <= most_dimensions; ++d)
    all.push_back({family_with("flattened_butterfly", d), most_butterfly_hosts(question.ports, d)});
  all.push_back({"dragonfly", most_dragonfly_hosts(question.ports)});
  for (const char* grid : {"mesh", "torus"})
    for (std::int64_t d = 2; d <= most_dimensions; ++d) all.push_back({family_with(grid, d), std::nullopt});
  return all;
}

std::vector<Candidate> candidates(const SizeQuestion& question) { return Search(question).all(); }

}  // namespace ebb::inline planner
