#include "engine/model/worm/lane_settings.hpp"

#include <numeric>

namespace ebb::inline engine {
namespace {

bool is_too_long(const std::vector<std::int64_t>& list) { return list.size() > most_service_levels; }

Problems check_levels(const LaneSettings& s) {
  Problems problems;
  for (const auto& [name, list] : {std::pair{"map", &s.map}, {"shares", &s.shares}})
    if (is_too_long(*list))
      problems.push_back(
          {name, fmt::format("has {} service levels, but there are {}", list->size(), most_service_levels),
           "leave some out"});
  for (std::size_t level = 0; level < s.map.size(); ++level)
    if (s.map[level] >= s.count)
      problems.push_back({"map",
                          fmt::format("leads service level {} to lane {}, but there are {} lanes, from 0 on",
                                      level, s.map[level], s.count),
                          fmt::format("at most {}, or raise count", s.count - 1)});
  if (!s.map.empty() && s.shares.size() > s.map.size())
    problems.push_back(
        {"shares",
         fmt::format("has {} service levels, but map has lanes for {}", s.shares.size(), s.map.size()),
         "give each level its lane"});
  if (!s.shares.empty() && std::accumulate(s.shares.begin(), s.shares.end(), std::int64_t{0}) == 0)
    problems.push_back({"shares", "are all 0: no message would have a service level",
                        "for example: [3, 1], three of four messages have level 0"});
  return problems;
}

}  // namespace

Problems LaneSettings::check() const {
  if (count < 1 || count > most_virtual_lanes)
    return {{"count", fmt::format("is {}, but must be between 1 and {}", count, most_virtual_lanes),
             "1: no classes of traffic"}};
  Problems problems;
  if (!weights.empty() && weights.size() != static_cast<std::size_t>(count))
    problems.push_back({"weights", fmt::format("are {}, but there are {} lanes", weights.size(), count),
                        "one for each lane, or none"});
  if (high < 0 || high > count)
    problems.push_back({"high", fmt::format("is {}, but there are {} lanes", high, count),
                        "0: no lane goes before the others"});
  for (Problem& p : check_levels(*this)) problems.push_back(std::move(p));
  return problems;
}

}  // namespace ebb::inline engine
