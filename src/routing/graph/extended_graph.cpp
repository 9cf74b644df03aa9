#include "routing/graph/extended_graph.hpp"

#include <bit>

namespace ebb::inline routing {
namespace {

/// A depth-first search that finds a path back to a visited node.
class Search {
 public:
  explicit Search(const std::vector<std::vector<std::uint64_t>>& next)
      : next_(next), seen_(next.size(), Seen::never) {}

  std::vector<std::uint32_t> find() {
    for (std::uint32_t start = 0; start < next_.size(); ++start)
      if (auto cycle = from(start); !cycle.empty()) return cycle;
    return {};
  }

 private:
  enum class Seen : std::uint8_t { never, on_the_way, done };
  struct Place {
    std::uint32_t node = 0;
    std::size_t bit = 0;  ///< the next one to visit
  };

  std::vector<std::uint32_t> from(std::uint32_t start) {
    if (seen_[start] != Seen::never) return {};
    std::vector<Place> way{{start}};
    seen_[start] = Seen::on_the_way;
    while (!way.empty()) {
      const std::size_t to = following(way.back());
      if (to == none) {
        seen_[way.back().node] = Seen::done;
        way.pop_back();
      } else if (seen_[to] == Seen::on_the_way) {
        return neighbourhood_of(way, static_cast<std::uint32_t>(to));
      } else if (seen_[to] == Seen::never) {
        seen_[to] = Seen::on_the_way;
        way.push_back({static_cast<std::uint32_t>(to)});
      }
    }
    return {};
  }
  /// Returns the next successor, and continues after it on the next call.
  std::size_t following(Place& place) const {
    const std::vector<std::uint64_t>& row = next_[place.node];
    for (std::size_t w = place.bit / 64; w < row.size(); ++w) {
      const std::uint64_t left = w == place.bit / 64 ? row[w] >> place.bit % 64 << place.bit % 64 : row[w];
      if (left == 0) continue;
      const std::size_t found = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
      place.bit = found + 1;
      return found;
    }
    return none;
  }
  static std::vector<std::uint32_t> neighbourhood_of(const std::vector<Place>& way, std::uint32_t first) {
    std::size_t begin = 0;
    while (way[begin].node != first) ++begin;
    std::vector<std::uint32_t> cycle;
    for (; begin < way.size(); ++begin) cycle.push_back(way[begin].node);
    return cycle;
  }

  static constexpr std::size_t none = ~std::size_t{0};
  const std::vector<std::vector<std::uint64_t>>& next_;
  std::vector<Seen> seen_;
};

}  // namespace

std::uint32_t ExtendedGraph::number_of(std::size_t lane) {
  const auto [at, added] = numbers_.try_emplace(lane, static_cast<std::uint32_t>(lanes_.size()));
  if (added) lanes_.push_back(lane), next_.emplace_back();
  return at->second;
}

void ExtendedGraph::add(std::size_t lane, std::size_t next) {
  const std::uint32_t from = number_of(lane), to = number_of(next);
  std::vector<std::uint64_t>& row = next_[from];
  if (row.size() <= to / 64) row.resize(to / 64 + 1, 0);
  row[to / 64] |= std::uint64_t{1} << to % 64;
}

std::vector<std::size_t> ExtendedGraph::cycle() const {
  std::vector<std::size_t> lanes;
  for (const std::uint32_t number : Search(next_).find()) lanes.push_back(lanes_[number]);
  return lanes;
}

}  // namespace ebb::inline routing
