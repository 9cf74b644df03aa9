#include "rules/trees/path_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "network/distance.hpp"

namespace ebb::inline rules {
namespace {

/// Hops over the trunks that are on; no_id where there is no path.
std::vector<std::uint32_t> trunk_hops(const Trunks& trunks, const TrunkSet& on, SwitchId from) {
  std::vector<std::uint32_t> hops(trunks.switches(), no_id);
  std::vector<SwitchId> reached{from};
  hops[from] = 0;
  for (std::size_t next = 0; next < reached.size() && reached.size() < hops.size(); ++next)
    for (const TrunkId t : trunks.of(reached[next])) {
      const SwitchId to = trunks[t].other(reached[next]);
      if (!on[t] || hops[to] != no_id) continue;
      hops[to] = hops[reached[next]] + 1;
      reached.push_back(to);
    }
  return hops;
}

/// Grows one tree from a switch, hop by hop. Each switch keeps one path, so the paths cannot leave the tree.
/// A switch that is first reached on the way up may continue in both directions, so these are visited first.
/// The root is always reached on the way up, and from there everything on the way down. It ends with the last
/// switch: a complete network has many more trunks than needed.
class TreeGrowth {
 public:
  TreeGrowth(const Trunks& trunks, const TrunkSet& on, const std::vector<std::uint32_t>* order, SwitchId from)
      : trunks_(trunks),
        on_(on),
        order_(order),
        parent(trunks.switches(), no_id),
        down_(trunks.switches()),
        left_(trunks.switches() - 1) {
    parent[from] = from;
    for (std::vector<SwitchId> edge{from}; !edge.empty() && left_ > 0;) {
      std::vector<SwitchId> next;
      if (order_) reach(edge, true, next);
      reach(edge, false, next);
      std::sort(next.begin(), next.end());
      edge = std::move(next);
    }
  }
  Path path_to(SwitchId to) const {
    Path path{to};
    while (parent[path.back()] != path.back()) path.push_back(parent[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  void reach(const std::vector<SwitchId>& edge, bool upwards, std::vector<SwitchId>& next) {
    for (const SwitchId s : edge)
      for (const TrunkId t : trunks_.of(s)) {
        const SwitchId to = trunks_[t].other(s);
        if (!on_[t] || parent[to] != no_id) continue;
        if (order_ && ((*order_)[to] < (*order_)[s]) != upwards) continue;
        if (upwards && down_[s]) continue;
        parent[to] = s;
        down_[to] = order_ && !upwards;
        next.push_back(to);
        --left_;
      }
  }

  const Trunks& trunks_;
  const TrunkSet& on_;
  const std::vector<std::uint32_t>* order_;

 public:
  std::vector<SwitchId> parent;  ///< no_id: not reached

 private:
  std::vector<bool> down_;
  std::uint32_t left_;  ///< switches that are not reached yet
};

/// Finds a cycle in a graph by depth-first search.
class CycleSearch {
 public:
  explicit CycleSearch(std::vector<std::vector<std::uint32_t>> next)
      : next_(std::move(next)), state_(next_.size(), State::unseen) {}
  std::vector<std::uint32_t> run() {
    for (std::uint32_t c = 0; c < next_.size(); ++c)
      if (state_[c] == State::unseen && visit(c)) return cycle_;
    return {};
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  struct Place {
    std::uint32_t channel;
    std::size_t tried = 0;
  };
  bool visit(std::uint32_t first) {
    std::vector<Place> way{{first}};
    state_[first] = State::open;
    while (!way.empty()) {
      Place& here = way.back();
      if (here.tried == next_[here.channel].size()) {
        state_[here.channel] = State::done;
        way.pop_back();
        continue;
      }
      const std::uint32_t to = next_[here.channel][here.tried++];
      if (state_[to] == State::open) {
        auto at = std::find_if(way.begin(), way.end(), [&](const Place& p) { return p.channel == to; });
        for (; at != way.end(); ++at) cycle_.push_back(at->channel);
        return true;
      }
      if (state_[to] == State::unseen) state_[to] = State::open, way.push_back({to});
    }
    return false;
  }
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<State> state_;
  std::vector<std::uint32_t> cycle_;
};

}  // namespace

std::vector<std::uint32_t> up_down_order(const Trunks& trunks, const TrunkSet& on) {
  std::vector<std::uint32_t> level;
  std::uint64_t least = ~std::uint64_t{0};
  for (SwitchId root = 0; root < trunks.switches(); ++root) {
    auto hops = trunk_hops(trunks, on, root);
    const std::uint64_t sum = std::accumulate(hops.begin(), hops.end(), std::uint64_t{0});
    if (sum < least) least = sum, level = std::move(hops);
  }
  std::vector<SwitchId> sorted(trunks.switches());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::stable_sort(sorted.begin(), sorted.end(), [&](SwitchId x, SwitchId y) { return level[x] < level[y]; });
  return places_of(sorted);
}

std::vector<std::uint32_t> places_of(const std::vector<SwitchId>& sorted) {
  std::vector<std::uint32_t> order(sorted.size());
  for (std::uint32_t place = 0; place < sorted.size(); ++place) order[sorted[place]] = place;
  return order;
}

PathSet tree_paths(const Network& network, const Trunks& trunks, const TrunkSet& on, PathRule rule) {
  return tree_paths(network, trunks, on,
                    rule == PathRule::up_down ? up_down_order(trunks, on) : std::vector<std::uint32_t>{});
}

PathSet tree_paths(const Network& network, const Trunks& trunks, const TrunkSet& on,
                   const std::vector<std::uint32_t>& order) {
  PathSet paths(network.switches());
  const auto ends = switches_with_hosts(network);
  for (const SwitchId from : ends) {
    const TreeGrowth tree(trunks, on, order.empty() ? nullptr : &order, from);
    for (const SwitchId to : ends)
      if (to != from && tree.parent[to] != no_id) paths.set(tree.path_to(to));
  }
  return paths;
}

std::string path_text(const Path& path) {
  std::string text;
  for (const SwitchId s : path) text += fmt::format("{}s{}", text.empty() ? "" : " > ", s);
  return text;
}

Problems check_path_set(const Network& network, const Trunks& trunks, const TrunkSet& on,
                        const PathSet& paths) {
  Problems problems;
  const auto complain = [&](SwitchId from, SwitchId to, std::string what, std::string hint) {
    problems.push_back({fmt::format("path from s{} to s{}", from, to), std::move(what), std::move(hint)});
  };
  for (const SwitchId from : switches_with_hosts(network))
    for (const SwitchId to : switches_with_hosts(network)) {
      if (from == to) continue;
      const Path& path = paths.path(from, to);
      if (path.empty()) {
        complain(from, to, "there is none", "keep enough links on that every switch reaches every other");
        continue;
      }
      for (std::size_t i = 1; i < path.size(); ++i) {
        const TrunkId t = trunks.between(path[i - 1], path[i]);
        if (t == no_id || !on[t])
          complain(from, to,
                   fmt::format("{} has no link that is on between s{} and s{}", path_text(path), path[i - 1],
                               path[i]),
                   "go over links that are on");
      }
      Path sorted = path;
      std::sort(sorted.begin(), sorted.end());
      if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        complain(from, to, fmt::format("{} visits a switch twice", path_text(path)), "remove the loop");
    }
  return problems;
}

std::vector<std::uint32_t> waiting_cycle(const Trunks& trunks, const PathSet& paths) {
  std::vector<std::vector<std::uint32_t>> next(trunks.channels());
  for (SwitchId from = 0; from < paths.switches(); ++from)
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      const Path& path = paths.path(from, to);
      for (std::size_t i = 2; i < path.size(); ++i) {
        const auto channel = [&](std::size_t hop) {
          return trunks.channel_from(path[hop], trunks.between(path[hop], path[hop + 1]));
        };
        auto& followers = next[channel(i - 2)];
        if (std::find(followers.begin(), followers.end(), channel(i - 1)) == followers.end())
          followers.push_back(channel(i - 1));
      }
    }
  return CycleSearch(std::move(next)).run();
}

}  // namespace ebb::inline rules
