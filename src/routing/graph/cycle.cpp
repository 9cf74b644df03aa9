#include "routing/graph/cycle.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace ebb::inline routing {
namespace {

/// Pósa's search: a path grows at its end. Where it cannot, it is rotated: its end is adjacent to a switch
/// inside it, and what lies between the two is reversed, which gives it another end.
class CycleSearch {
 public:
  explicit CycleSearch(const Network& network) : near_(network.switches()), on_path_(network.switches()) {
    for (PortId port = 0; port < network.switch_ports(); ++port)
      if (const PortId peer = network.peer[port];
          !network.is_host_port(peer) && network.owner[peer] != network.owner[port])
        near_[network.owner[port]].push_back(network.owner[peer]);
    for (auto& switches : near_) {
      std::sort(switches.begin(), switches.end());
      switches.erase(std::unique(switches.begin(), switches.end()), switches.end());
    }
  }

  std::vector<SwitchId> find() {
    const std::size_t least = near_.size() > 2 ? 2 : near_.size() - 1;
    for (const auto& switches : near_)
      if (switches.size() < least) return {};
    for (std::size_t start = 0; work_ < most_work(); start = (start + 1) % near_.size())
      if (grow_from(static_cast<SwitchId>(start))) return path_;
    return {};
  }

 private:
  /// Switches looked at in all: bounded, because there may be no cycle.
  std::size_t most_work() const { return 200'000 + 20'000 * near_.size(); }

  bool grow_from(SwitchId start) {
    path_.assign(1, start);
    std::fill(on_path_.begin(), on_path_.end(), false);
    on_path_[start] = true;
    for (std::size_t turns = 40 * near_.size() + 400; turns-- > 0 && work_ < most_work();) {
      if (extend()) continue;
      if (path_.size() == near_.size() && closes()) return true;
      rotate();
    }
    return false;
  }
  bool closes() const {
    const auto& near = near_[path_.back()];
    return near_.size() == 1 || std::binary_search(near.begin(), near.end(), path_.front());
  }
  /// Goes on to the neighbour that has the fewest others to come from, while it can still be reached.
  bool extend() {
    SwitchId best = no_id;
    std::size_t least = SIZE_MAX;
    for (const SwitchId next : near_[path_.back()]) {
      ++work_;
      if (on_path_[next]) continue;
      const std::size_t weight = free_near(next) << 8 | (random_.next() & 0xff);
      if (weight < least) least = weight, best = next;
    }
    if (best == no_id) return false;
    path_.push_back(best), on_path_[best] = true;
    return true;
  }
  std::size_t free_near(SwitchId s) const {
    return static_cast<std::size_t>(
        std::count_if(near_[s].begin(), near_[s].end(), [&](SwitchId other) { return !on_path_[other]; }));
  }
  void rotate() {
    const auto& near = near_[path_.back()];
    const SwitchId pivot = near[random_.below(near.size())];
    const auto from = std::find(path_.begin(), path_.end(), pivot) + 1;
    work_ += static_cast<std::size_t>(path_.end() - path_.begin()) + 1;
    std::reverse(from, path_.end());
  }

  std::vector<std::vector<SwitchId>> near_;  ///< of each switch
  std::vector<bool> on_path_;                ///< of each switch
  std::vector<SwitchId> path_;
  Random random_{1, routing_stream};
  std::size_t work_ = 0;
};

}  // namespace

std::vector<SwitchId> cycle_through_all(const Network& network) { return CycleSearch(network).find(); }

}  // namespace ebb::inline routing
