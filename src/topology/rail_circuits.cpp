#include "topology/rail_circuits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/medium.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/rail_only.hpp"

namespace ebb::inline topology {
namespace {

RailOnly rails_of(const RailCircuits& t) {
  RailOnly rails;
  rails.gpus = t.gpus, rails.servers = t.servers, rails.local_medium = Medium::optical;
  return rails;
}

std::vector<std::int64_t> turn_of(const RailCircuits& t) {
  if (!t.shifts.empty()) return t.shifts;
  std::vector<std::int64_t> all;
  for (std::int64_t shift = 1; shift < t.servers; ++shift) all.push_back(shift);
  return all;
}

}  // namespace

Problems RailCircuits::check() const {
  Problems problems;
  require_at_least(problems, "gpus", gpus, 1);
  require_at_least(problems, "servers", servers, 2, "a single server is the topology \"star\"");
  if (!problems.empty()) return problems;
  require_buildable(problems, "servers",
                    saturating_product(servers, saturating_product(servers, 4 * std::min(gpus, most_ports))));
  return problems.empty() ? check_shifts() : problems;
}

/// Every server must be able to send to every other one, or its packets would wait forever.
Problems RailCircuits::check_shifts() const {
  const std::vector<std::int64_t> turn = turn_of(*this);
  for (std::int64_t shift = 1; shift < servers; ++shift)
    if (std::find(turn.begin(), turn.end(), shift) == turn.end())
      return {{"shifts",
               fmt::format("has no {}: packets to the server {} further would wait forever", shift, shift),
               fmt::format("each from 1 to {} at least once; a short `hold` costs little", servers - 1)}};
  for (std::size_t i = 0; i < turn.size(); ++i) {
    if (turn[i] >= servers)
      return {{"shifts", fmt::format("has {}, but there are {} servers", turn[i], servers),
               fmt::format("from 1 to {}", servers - 1)}};
    if (turn.size() > 1 && turn[i] == turn[(i + 1) % turn.size()])
      return {
          {"shifts", fmt::format("has {} twice in a row", turn[i]), "once, with the sum of both in `hold`"}};
  }
  if (hold.size() != 1 && hold.size() != turn.size())
    return {{"hold",
             fmt::format("has {} times, but {} matchings follow each other", hold.size(), turn.size()),
             "one time for all of them, or one for each"}};
  return {};
}

Circuits RailCircuits::circuits() const {
  std::vector<Circuits::Matching> matchings;
  for (const std::int64_t shift : turn_of(*this))
    matchings.push_back({u32(shift), hold[hold.size() == 1 ? 0 : matchings.size()]});
  return Circuits(matchings, reconfiguration);
}

Facts RailCircuits::facts() const { return rails_of(*this).facts(); }

Shape RailCircuits::network_shape() const { return rails_of(*this).network_shape(); }

Network RailCircuits::build(const Cables& cables) const {
  FlattenedButterfly line;
  line.c = gpus, line.sizes = {servers}, line.parallel = {gpus}, line.local_medium = Medium::optical;
  Network network = line.build(cables);
  for (LinkClass& link : network.classes)
    if (link.name != "host") link.name = "circuit";
  network.circuits = circuits();
  return network;
}

}  // namespace ebb::inline topology
