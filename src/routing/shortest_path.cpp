#include "routing/shortest_path.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "routing/up_down.hpp"

namespace ebb {
namespace {

constexpr std::size_t most_table_bytes = std::size_t{2} << 30;
constexpr std::uint16_t unreached = UINT16_MAX;

}  // namespace

/// Fills the tables destination by destination.
class ShortestPathTables {
 public:
  ShortestPathTables(const Network& network, ShortestPath& out)
      : graph_(network), out_(out), sets_(network.switches()), known_(network.switches()) {
    out_.switches_ = network.switches();
    out_.row_.assign(network.switches(), no_id);
    const auto hosts = hosts_by_switch(network);
    std::uint32_t rows = 0;
    for (SwitchId to = 0; to < network.switches(); ++to)
      if (hosts[to]) out_.row_[to] = rows++;
    out_.set_.resize(std::size_t{rows} * network.switches() * 2);
  }

  void fill() {
    for (SwitchId to = 0; to < graph_.switches(); ++to) {
      if (out_.row_[to] == no_id) continue;
      measure(to);
      std::uint16_t* place = &out_.set_[std::size_t{out_.row_[to]} * graph_.switches() * 2];
      for (SwitchId s = 0; s < graph_.switches(); ++s)
        for (std::uint8_t phase = 0; phase < 2; ++phase) *place++ = set_at(s, phase);
    }
    pack();
  }

 private:
  using Step = ShortestPath::Step;
  std::uint16_t& distance(SwitchId s, std::uint8_t phase) { return distance_[s * 2 + phase]; }

  /// Legal distance of every switch, in both phases, by breadth backwards from the destination.
  void measure(SwitchId to) {
    distance_.assign(std::size_t{graph_.switches()} * 2, unreached);
    reached_.assign({{to, 0}, {to, 1}});
    distance(to, 0) = distance(to, 1) = 0;
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const auto [here, phase] = reached_[next];
      const auto farther = static_cast<std::uint16_t>(distance(here, phase) + 1);
      for (std::uint32_t l = graph_.first[here]; l < graph_.first[here + 1]; ++l) {
        const UpDown::Link& link = graph_.links[l];  // seen from here; the packet comes the other way
        if (link.up) {                               // it comes down, in phase 1 afterwards
          if (phase == 1) reach(link.to, 0, farther), reach(link.to, 1, farther);
        } else if (phase == 0) {
          reach(link.to, 0, farther);
        }
      }
    }
  }

  void reach(SwitchId s, std::uint8_t phase, std::uint16_t hops) {
    if (distance(s, phase) != unreached) return;
    distance(s, phase) = hops;
    reached_.push_back({s, phase});
  }

  /// The number of the set of ports over which the way from (s, phase) goes on; equal sets share it.
  std::uint16_t set_at(SwitchId s, std::uint8_t phase) {
    steps_.clear();
    std::uint64_t key = 0;
    const std::uint16_t hops = distance(s, phase);
    for (std::uint32_t l = graph_.first[s]; hops != unreached && l < graph_.first[s + 1]; ++l) {
      const UpDown::Link& link = graph_.links[l];
      if (link.up && phase == 1) continue;
      const std::uint8_t after = link.up ? 0 : 1;
      if (distance(link.to, after) + 1 != hops) continue;
      steps_.push_back({link.port, after});
      key = mix_bits(key + link.port * 2u + after + 1);
    }
    for (;; ++key) {
      const auto [entry, added] = known_[s].try_emplace(key, static_cast<std::uint16_t>(sets_[s].size()));
      if (added) sets_[s].push_back(steps_);
      if (sets_[s][entry->second] == steps_) return entry->second;
    }
  }

  void pack() {
    for (auto& sets : sets_) {
      out_.first_set_.push_back(static_cast<std::uint32_t>(out_.range_.size()));
      for (const auto& set : sets) {
        out_.range_.push_back(static_cast<std::uint32_t>(out_.steps_.size()));
        out_.steps_.insert(out_.steps_.end(), set.begin(), set.end());
      }
      ENSURE(sets.size() <= UINT16_MAX && out_.steps_.size() < UINT32_MAX);
      sets = {};
    }
    out_.range_.push_back(static_cast<std::uint32_t>(out_.steps_.size()));
  }

  const UpDown graph_;
  ShortestPath& out_;
  std::vector<std::uint16_t> distance_;
  std::vector<std::pair<SwitchId, std::uint8_t>> reached_;
  std::vector<Step> steps_;
  std::vector<std::vector<std::vector<Step>>> sets_;                     ///< of each switch
  std::vector<std::unordered_map<std::uint64_t, std::uint16_t>> known_;  ///< hash of a set -> its number
};

Problems ShortestPath::check(const Network& network) const {
  const auto hosts = hosts_by_switch(network);
  const auto rows = hosts.size() - static_cast<std::size_t>(std::count(hosts.begin(), hosts.end(), 0u));
  const std::size_t bytes = rows * network.switches() * 2 * sizeof(std::uint16_t);
  if (bytes > most_table_bytes)
    return {
        {"name",
         fmt::format(
             "needs tables of {:.1f} GiB for {} switches of which {} have hosts; at most {} GiB are taken",
             static_cast<double>(bytes) / (1u << 30), network.switches(), rows, most_table_bytes >> 30),
         "use the topology's own routing (`ebb routing list`), which needs next to none"}};
  if (!is_connected(network))
    return {{"name", "cannot reach every switch: the network falls apart into pieces", "connect them"}};
  return {};
}

void ShortestPath::prepare(const Network& network) {
  ShortestPath fresh;
  fresh.choice = choice;
  ShortestPathTables(network, fresh).fill();
  *this = std::move(fresh);
}

std::size_t ShortestPath::table_bytes() const {
  return row_.size() * sizeof(row_[0]) + set_.size() * sizeof(set_[0]) +
         first_set_.size() * sizeof(first_set_[0]) + range_.size() * sizeof(range_[0]) +
         steps_.size() * sizeof(steps_[0]);
}

}  // namespace ebb
