#include "routing/graph/port_sets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "base/ensure.hpp"
#include "network/distance.hpp"
#include "routing/graph/up_down.hpp"

namespace ebb::inline routing {
namespace {

constexpr std::size_t most_table_bytes = std::size_t{2} << 30;
/// Destinations handled together, switch by switch, so that a switch's sets stay in the cache.
constexpr std::size_t block = 32;

}  // namespace

/// Fills the tables, some destinations at a time.
class PortSetsFiller {
 public:
  PortSetsFiller(const Network& network, std::uint32_t phases, const std::vector<SwitchId>& own,
                 PortSets& out)
      : graph_(network), out_(out), destinations_(switches_with_hosts(network)), own_(own) {
    if (own_.empty()) own_.resize(network.switches()), std::iota(own_.begin(), own_.end(), 0);
    sets_.resize(own_.size()), known_.resize(own_.size());
    out_.columns_ = static_cast<std::uint32_t>(own_.size()), out_.phases_ = phases;
    out_.row_.assign(network.switches(), no_id);
    for (std::uint32_t row = 0; row < destinations_.size(); ++row) out_.row_[destinations_[row]] = row;
    out_.set_.resize(destinations_.size() * own_.size() * phases);
  }

  void fill() {
    for (std::size_t first = 0; first < destinations_.size(); first += block) {
      const std::size_t count = std::min(block, destinations_.size() - first);
      for (std::size_t i = 0; i < count; ++i) measure(destinations_[first + i], distances_[i]);
      for (std::size_t column = 0; column < own_.size(); ++column)
        for (std::size_t i = 0; i < count; ++i) {
          std::uint16_t* place = &out_.set_[((first + i) * own_.size() + column) * out_.phases_];
          for (std::uint8_t phase = 0; phase < out_.phases_; ++phase)
            place[phase] = set_at(column, phase, distances_[i]);
        }
    }
    pack();
  }

 private:
  using Step = PortSets::Step;
  using Distance = std::vector<std::uint16_t>;  ///< hops to one destination: [switch * phases + phase]

  /// Breadth-first, backwards from the destination.
  void measure(SwitchId to, Distance& distance) {
    const std::uint32_t phases = out_.phases_;
    distance.assign(std::size_t{graph_.switches()} * phases, unreached);
    reached_.clear();
    const auto reach = [&](std::uint32_t state, std::uint16_t hops) {
      if (distance[state] != unreached) return;
      distance[state] = hops;
      reached_.push_back(state);
    };
    for (std::uint32_t phase = 0; phase < phases; ++phase) reach(to * phases + phase, 0);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const SwitchId here = reached_[next] / phases;
      const std::uint32_t phase = reached_[next] % phases;
      const auto farther = static_cast<std::uint16_t>(distance[reached_[next]] + 1);
      for (std::uint32_t l = graph_.first[here]; l < graph_.first[here + 1]; ++l) {
        const UpDown::Link& link = graph_.links[l];  // from here; the packet comes the other way
        if (phase == PortSets::free_phase) {
          reach(link.to * phases + phase, farther);
          continue;
        }
        if (link.up == (phase == 0)) continue;  // only a packet that came down has phase 1
        reach(link.to * phases, farther);
        if (link.up) reach(link.to * phases + 1, farther);
      }
    }
  }

  /// Returns the number of the set of ports over which the path from a switch in this phase continues. Equal
  /// sets share a number.
  std::uint16_t set_at(std::size_t column, std::uint8_t phase, const Distance& distance) {
    const SwitchId s = own_[column];
    steps_.clear();
    std::uint64_t key = 0;
    const std::uint32_t phases = out_.phases_;
    const std::uint16_t hops = distance[s * phases + phase];
    for (std::uint32_t l = graph_.first[s]; hops != unreached && l < graph_.first[s + 1]; ++l) {
      const UpDown::Link& link = graph_.links[l];
      const std::uint8_t after = phase == PortSets::free_phase ? phase : link.up ? 0 : 1;
      if (distance[link.to * phases + after] + 1 != hops || after < phase) continue;
      steps_.push_back({link.port, after});
      key = (key + link.port * 4u + after + 1) * 0x9e3779b97f4a7c15u;
    }
    for (;; ++key) {
      auto& sets = sets_[column];
      const auto [entry, added] = known_[column].try_emplace(key, static_cast<std::uint16_t>(sets.size()));
      if (added) sets.push_back(steps_);
      if (sets[entry->second] == steps_) return entry->second;
    }
  }

  void pack() {
    out_.table_.resize(graph_.switches());
    for (std::uint32_t column = 0; column < own_.size(); ++column) {
      auto& sets = sets_[column];
      out_.table_[own_[column]] = {column, static_cast<std::uint32_t>(out_.range_.size())};
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
  PortSets& out_;
  const std::vector<SwitchId> destinations_;
  std::vector<SwitchId> own_;  ///< by column
  std::array<Distance, block> distances_;
  std::vector<std::uint32_t> reached_;  ///< switch * phases + phase
  std::vector<Step> steps_;
  std::vector<std::vector<std::vector<Step>>> sets_;                     ///< of each own switch
  std::vector<std::unordered_map<std::uint64_t, std::uint16_t>> known_;  ///< hash of a set -> its number
};

Problems PortSets::check(const Network& network, std::uint32_t phases) {
  const std::size_t rows = switches_with_hosts(network).size();
  const std::size_t bytes = rows * network.switches() * phases * sizeof(std::uint16_t);
  if (bytes > most_table_bytes)
    return {
        {"name",
         fmt::format(
             "needs tables of {:.1f} GiB for {} switches of which {} have hosts; at most {} GiB are taken",
             static_cast<double>(bytes) / (1u << 30), network.switches(), rows, most_table_bytes >> 30),
         "use the topology's own routing (`ebb routing list`), which needs next to none"}};
  if (!is_connected(network))
    return {{"name", "cannot reach every switch: the network is not connected",
             "join its parts by a cable, or leave out all but one"}};
  return {};
}

void PortSets::fill(const Network& network, std::uint32_t phases, const std::vector<SwitchId>& own) {
  *this = {};
  PortSetsFiller(network, phases, own, *this).fill();
}

std::uint64_t PortSets::bytes() const {
  return set_.size() * sizeof set_[0] + (row_.size() + range_.size()) * sizeof row_[0] +
         table_.size() * sizeof(Table) + steps_.size() * sizeof(Step);
}

}  // namespace ebb::inline routing
