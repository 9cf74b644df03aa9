#include "report/network/network_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "network/dragonfly_shape.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/grid_shape.hpp"
#include "network/names.hpp"
#include "network/shape.hpp"
#include "network/tree_shape.hpp"

namespace ebb::inline report {
namespace {

struct Point {
  double x = 0, y = 0;
};

/// The layout of a kind of topology: the positions of its switches, and their groups.
struct Plan {
  std::vector<Point> at;
  std::vector<std::uint32_t> group;  ///< empty: only switches with adjacent numbers are grouped
  std::string group_name = "group";
};

/// A position on a circle, the first one on top.
Point on_circle(Point centre, double radius, std::uint32_t index, std::uint32_t count) {
  const double angle = 2 * std::numbers::pi * index / std::max(1u, count) - std::numbers::pi / 2;
  return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
}

/// Circles of circles: the last dimension is the outermost circle.
Point nested(std::uint32_t number, const std::vector<std::uint32_t>& sizes) {
  Point point{0.5, 0.5};
  std::uint32_t block = 1;
  for (const std::uint32_t size : sizes) block *= size;
  double radius = sizes.size() > 1 ? 0.34 : 0.46;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    block /= sizes[d];
    point = on_circle(point, sizes[d] > 1 ? radius : 0, number / block % sizes[d], sizes[d]);
    const double room = radius * std::sin(std::numbers::pi / std::max(2u, sizes[d]));
    radius = std::min(room * 0.72, radius * 0.45);
  }
  return point;
}

/// Switches that differ only in the last dimensions are grouped, over as many dimensions as leave few enough
/// groups.
Plan plan_of(const FlattenedButterflyShape& shape, std::uint32_t switches, std::size_t most) {
  Plan plan;
  std::uint32_t together = 1;
  for (const std::uint32_t size : shape.sizes)
    if (switches / together > most) together *= size;
  for (std::uint32_t s = 0; s < switches; ++s) {
    plan.at.push_back(nested(s, shape.sizes));
    plan.group.push_back(s / together);
  }
  return plan;
}

Plan plan_of(const DragonflyShape& shape, std::uint32_t switches, std::size_t) {
  Plan plan;
  for (std::uint32_t s = 0; s < switches; ++s) {
    plan.at.push_back(nested(s, {shape.group_size, shape.groups}));
    plan.group.push_back(shape.group_of(s));
  }
  return plan;
}

Plan plan_of(const FoldedClosShape& shape, std::uint32_t switches, std::size_t) {
  Plan plan;
  plan.group_name = "block";
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> blocks;
  const double rows = std::max(1u, shape.top());
  for (std::uint32_t s = 0; s < switches; ++s) {
    const ClosPlace place = clos_place(shape, s);
    const FoldedClosShape::Level& level = shape.levels[place.level];
    plan.at.push_back({(s - level.first + 0.5) / level.switches, 0.92 - 0.84 * place.level / rows});
    // A block of the access level is a single switch; its pod is the group.
    const std::uint32_t pod =
        place.level == 0 && shape.top() > 0 ? s / std::max(1u, shape.levels[1].access) : place.block;
    plan.group.push_back(
        blocks.try_emplace({place.level, pod}, static_cast<std::uint32_t>(blocks.size())).first->second);
  }
  return plan;
}

/// Layers of the third and further dimensions are drawn behind each other, slightly shifted.
Plan plan_of(const GridShape& shape, std::uint32_t switches, std::size_t) {
  Plan plan;
  const auto size = [&](std::size_t d) { return d < shape.sizes.size() ? shape.sizes[d] : 1; };
  const std::uint32_t sheet = size(0) * size(1), sheets = std::max(1u, switches / std::max(1u, sheet));
  const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(sheets)));
  for (std::uint32_t s = 0; s < switches; ++s) {
    const double x = (s % size(0) + 0.5) / size(0), y = (s / size(0) % size(1) + 0.5) / size(1);
    const std::uint32_t which = s / sheet;
    plan.at.push_back(
        {(which % columns + 0.04 + 0.92 * x) / columns, (which / columns + 0.04 + 0.92 * y) / columns});
  }
  return plan;
}

Plan plan_of(const TreeShape& shape, std::uint32_t switches, std::size_t) {
  Plan plan;
  std::uint32_t first = 0, width = 1, level = 0;
  for (std::uint32_t s = 0; s < switches; ++s) {
    if (s == first + width) first = s, width *= shape.arity, ++level;
    plan.at.push_back({(s - first + 0.5) / width, 0.06 + 0.88 * level / std::max(1u, shape.depth)});
  }
  return plan;
}

Plan plan_of(const GraphShape&, std::uint32_t switches, std::size_t) {
  Plan plan;
  for (std::uint32_t s = 0; s < switches; ++s)
    plan.at.push_back(switches == 1 ? Point{0.5, 0.5} : on_circle({0.5, 0.5}, 0.46, s, switches));
  return plan;
}

std::size_t groups_in(const std::vector<std::uint32_t>& group) {
  return group.empty() ? 0 : *std::max_element(group.begin(), group.end()) + std::size_t{1};
}

/// The content of each position: switches or whole groups; neighbours by number where there are too many.
struct Places {
  std::vector<std::uint32_t> of;      ///< each switch
  std::vector<std::uint32_t> number;  ///< of the switch, or of its group; positions are named by it
  std::string word, words;
};
Places places_of(const Plan& plan, std::size_t switches, std::size_t most) {
  Places places{plan.group, plan.group, plan.group_name, plan.group_name + "s"};
  if (plan.group.empty()) {
    for (std::uint32_t s = 0; s < switches; ++s) places.number.push_back(s);
    places.of = places.number, places.word = "switch", places.words = "switches";
  }
  // A few more than requested are drawn as they are: the network's own groups are clearer than halves of
  // them.
  const std::size_t count = groups_in(places.of), few = most + (plan.group.empty() ? 0 : most / 2);
  if (count > few)
    for (std::uint32_t& place : places.of) place = static_cast<std::uint32_t>(place * most / count);
  return places;
}

/// Scales the positions to the whole picture: groups are in the middle of their switches, so further inside.
void fill(std::vector<PicturePlace>& places, double PicturePlace::*axis) {
  const auto [least, most] =
      std::minmax_element(places.begin(), places.end(),
                          [&](const PicturePlace& a, const PicturePlace& b) { return a.*axis < b.*axis; });
  const double from = (*least).*axis, room = (*most).*axis - from;
  if (room <= 0) return;
  for (PicturePlace& place : places) place.*axis = 0.04 + 0.92 * (place.*axis - from) / room;
}

/// A group is drawn in the middle of its switches. Groups on circles would share one middle, so they are
/// shifted towards their first switch.
NetworkPicture grouped(const Plan& plan, const Places& places) {
  NetworkPicture picture;
  std::vector<std::uint32_t> members(groups_in(places.of)), first(members.size(), ~0u), last(members.size());
  picture.places.resize(members.size());
  for (std::size_t s = 0; s < places.of.size(); ++s) {
    const std::uint32_t at = places.of[s];
    PicturePlace& place = picture.places[at];
    place.x += plan.at[s].x, place.y += plan.at[s].y, ++members[at];
    first[at] = std::min(first[at], places.number[s]), last[at] = std::max(last[at], places.number[s]);
    picture.place_of.push_back(static_cast<std::int32_t>(at));
  }
  for (std::size_t g = 0; g < members.size(); ++g) {
    picture.places[g].x /= std::max(1u, members[g]), picture.places[g].y /= std::max(1u, members[g]);
    const std::string who = first[g] == last[g] ? fmt::format("{} {}", places.word, first[g])
                                                : fmt::format("{} {} to {}", places.words, first[g], last[g]);
    picture.places[g].name = places.word == "switch" ? who : fmt::format("{}: {} switches", who, members[g]);
  }
  fill(picture.places, &PicturePlace::x), fill(picture.places, &PicturePlace::y);
  return picture;
}

}  // namespace

NetworkPicture network_picture(const Network& network, std::size_t most) {
  const std::uint32_t switches = network.switches();
  const Plan plan =
      std::visit([&](const auto& shape) { return plan_of(shape, switches, most); }, network.shape);
  if (switches > most) return grouped(plan, places_of(plan, switches, most));
  NetworkPicture picture;
  const auto& drawn = network.labels.places;  // y grows upwards on a map, and downwards here
  for (std::uint32_t s = 0; s < switches; ++s) {
    const Point at = drawn.empty() ? plan.at[s] : Point{0.04 + 0.92 * drawn[s][0], 0.96 - 0.92 * drawn[s][1]};
    picture.places.push_back({name_of_switch(network, s), at.x, at.y});
    picture.place_of.push_back(static_cast<std::int32_t>(s));
  }
  return picture;
}

}  // namespace ebb::inline report
