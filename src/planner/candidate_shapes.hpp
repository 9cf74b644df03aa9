// The search of each family of candidates, one function for each; see candidates.hpp.
#pragma once

#include <fmt/format.h>

#include "base/medium.hpp"
#include "planner/candidate.hpp"
#include "planner/size_request.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Partial ones too: every number of access switches and pods, with the fewest hosts and uplinks on each.
void each_clos(std::size_t levels, const SizeRequest& request, CandidateSink& sink);
std::int64_t most_clos_hosts(std::size_t levels, const SizeRequest& request);

/// Of every size along each dimension.
void each_butterfly(std::size_t dimensions, const SizeRequest& request, CandidateSink& sink);
std::int64_t most_butterfly_hosts(std::size_t dimensions, const SizeRequest& request);

/// Every size of group, hosts and global ports on a switch, with the fewest groups.
void each_dragonfly(const SizeRequest& request, CandidateSink& sink);
std::int64_t most_dragonfly_hosts(const SizeRequest& request);

/// Those whose largest dimension is at most twice the smallest.
void each_grid(bool wraps, std::size_t dimensions, const SizeRequest& request, CandidateSink& sink);

/// True when copper reaches from one end to the other of so many hosts and switches. They stand in racks side
/// by side: 40 of them in a rack, 0.6 m from rack to rack, and 2 m from the ports up to the tray and down.
constexpr bool copper_spans(std::int64_t devices, const SizeRequest& request) {
  constexpr std::int64_t in_a_rack = 40;
  const auto racks = static_cast<double>(divided_up(devices, in_a_rack));
  return (racks - 1) * 0.6 + 2 <= request.copper_metres;
}

/// The medium of cables inside a group of so many hosts and switches. Notes it where it is not the default.
inline Medium local_medium(std::int64_t devices, const SizeRequest& request,
                           std::vector<std::pair<std::string, std::string>>& parameters) {
  if (copper_spans(devices, request)) return Medium::copper;
  parameters.emplace_back("local_medium", "\"optical\"");
  return Medium::optical;
}

/// A topology whose closed forms are its parts alone.
template <class T>
struct PartsOf final : Topology {
  explicit PartsOf(const T& t) : whole(t) {}
  Problems check() const override { return whole.check(); }
  Facts facts() const override { return whole.parts(); }
  Shape network_shape() const override { return whole.network_shape(); }
  Network build(const Cables& cables) const override { return whole.build(cables); }

  T whole;
};

/// What tells the power of a topology in a moment.
template <class T>
std::shared_ptr<const Topology> quick_form(const T& topology) {
  if constexpr (requires { topology.parts(); })
    return std::make_shared<const PartsOf<T>>(topology);
  else
    return std::make_shared<const T>(topology);
}

/// Passes it to the sink unless the topology refuses it, or it does not hold the hosts or fit the switch.
template <class T>
void offer(const T& topology, std::string name, std::vector<std::pair<std::string, std::string>> parameters,
           const SizeRequest& request, CandidateSink& sink) {
  if (!topology.check().empty()) return;
  auto quick = quick_form(topology);
  const Facts facts = quick->facts();
  if (facts.hosts < request.hosts || (!request.access && facts.ports_most > request.ports)) return;
  sink.take({std::move(name), std::move(parameters), std::make_shared<const T>(topology), std::move(quick)});
}

inline std::string parameter_list(const std::vector<std::int64_t>& sizes) {
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}
/// Tolerates rounding: shares come from different quotients of the same numbers.
inline bool reaches(double throughput, double asked) { return throughput >= asked * (1 - 1e-9); }

}  // namespace ebb::inline planner
