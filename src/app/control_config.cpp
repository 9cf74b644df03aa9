#include "app/control_config.hpp"

#include <algorithm>

#include "app/device_reader.hpp"
#include "app/policies.hpp"

namespace ebb {
namespace {

void check_rates(Problems& problems, const ControlConfig& c) {
  const auto& rates = c.rates;
  const bool off = !rates.empty() && rates[0].v == 0;
  if (rates.size() + (c.has_off() && !off ? 1 : 0) < 2)
    problems.push_back({"rates", "has fewer than two rates", "without a choice, leave out [control]"});
  if (off && c.wake.v <= 0 && c.changes.empty())
    problems.push_back({"wake",
                        "is missing, but `rates` has an off state: how long does it take to come back?",
                        "for example: wake = \"1us\""});
  for (std::size_t i = off ? 1 : 0; i < rates.size(); ++i) {
    if (rates[i].v <= 0)
      problems.push_back({"rates", "has a rate that is not positive", "for example: \"2.5Gb/s\""});
    if (i > 0 && rates[i] <= rates[i - 1])
      problems.push_back(
          {"rates", fmt::format("goes from {} to {}", quantity_text(rates[i - 1]), quantity_text(rates[i])),
           "write them in ascending order, slowest first"});
  }
}

void check_times(Problems& problems, const ControlConfig& c) {
  const std::tuple<const char*, Picoseconds, const char*> times[] = {{"reactivation", c.reactivation, "1us"},
                                                                     {"relock", c.relock, "100ns"},
                                                                     {"sleep", c.sleep, "1us"},
                                                                     {"drain_above", c.drain_above, "2us"}};
  for (const auto& [name, time, example] : times)
    if (time.v < 0)
      problems.push_back({name, "must not be negative", fmt::format("for example: \"{}\"", example)});
  for (const auto& line : c.changes)
    for (const Picoseconds time : line)
      if (time.v < 0) problems.push_back({"changes", "has a negative time", "for example: \"1us\""});
  if (c.epoch.v <= 0) problems.push_back({"epoch", "must be positive", "for example: \"10us\""});
  if (c.wake.v <= 0 && c.wake != ControlConfig::never)
    problems.push_back({"wake", "must be positive",
                        "for example: \"1us\"; leave it out if channels cannot be switched off"});
  if (c.sleep.v > 0 && c.wake == ControlConfig::never)
    problems.push_back({"wake", "is missing, but `sleep` says how long it takes to switch off",
                        "say how long it takes to come back, for example: \"1us\""});
}

void check_lists(Problems& problems, const ControlConfig& c, std::size_t rates, std::size_t states) {
  if (!c.lanes.empty() && c.lanes.size() != rates)
    problems.push_back({"lanes", fmt::format("has {} numbers, but there are {} rates", c.lanes.size(), rates),
                        "one for each rate, for example [1, 1, 1, 4, 4]"});
  for (const std::int64_t n : c.lanes)
    if (n < 1) problems.push_back({"lanes", "has a number that is not positive", "for example [1, 1, 4]"});
  if (c.relock.v > 0 && c.lanes.empty())
    problems.push_back({"lanes", "is missing, but `relock` is for changes that keep them",
                        "one for each rate, for example [1, 1, 1, 4, 4]"});
  if (c.changes.empty()) return;
  bool square = c.changes.size() == states;
  for (const auto& line : c.changes) square = square && line.size() == states;
  if (!square)
    problems.push_back({"changes", fmt::format("must have {0} lines of {0} times", states),
                        "a line for each state to come from, a column for each to go to; off is the first"});
}

}  // namespace

std::vector<BitsPerSecond> ControlConfig::ladder() const {
  std::vector<BitsPerSecond> all = rates;
  if (has_off() && all.front().v > 0) all.insert(all.begin(), BitsPerSecond{0});
  return all;
}

/// Between two states of the ladder.
Picoseconds ControlConfig::change(std::size_t from, std::size_t to) const {
  if (from == to) return {};
  if (!changes.empty()) return changes[from][to];
  const std::size_t off = has_off() ? 1 : 0;
  if (from < off) return wake;
  if (to < off) return sleep;
  const bool same_lanes = !lanes.empty() && lanes[from - off] == lanes[to - off];
  return same_lanes && relock.v > 0 ? relock : reactivation;
}

Picoseconds ControlConfig::longest_change() const {
  Picoseconds longest{};
  const std::size_t states = ladder().size();
  for (std::size_t a = 0; a < states; ++a)
    for (std::size_t b = 0; b < states; ++b) longest = std::max(longest, change(a, b));
  return longest;
}

std::string_view ControlConfig::name_of_longest_change() const {
  const Picoseconds longest = longest_change();
  if (!changes.empty()) return "the longest of `changes`,";
  if (has_off() && wake == longest) return "`wake`,";
  if (has_off() && sleep == longest) return "`sleep`,";
  return reactivation == longest ? "`reactivation`," : "`relock`,";
}

Problems ControlConfig::check() const {
  Problems problems;
  check_rates(problems, *this);
  check_times(problems, *this);
  if (!problems.empty()) return problems;
  const std::size_t states_count = ladder().size();
  check_lists(problems, *this, states_count - (has_off() ? 1 : 0), states_count);
  if (!problems.empty()) return problems;
  const Picoseconds longest = longest_change();
  if (epoch <= longest)
    problems.push_back({"epoch",
                        fmt::format("is {}, no longer than {} {}", quantity_text(epoch),
                                    name_of_longest_change(), quantity_text(longest)),
                        "the founding paper's epochs are ten times as long as its changes of rate"});
  return problems;
}

void ControlConfig::take(const ChannelStates& states, const Node& given) {
  const auto gives = [&](std::string_view key) { return given.find(key) != nullptr; };
  if (!gives("rates")) {
    rates = states.rates;
    if (!gives("lanes")) lanes = states.lanes;
  }
  if (!gives("wake") && states.has_off && states.wake) wake = *states.wake;
  if (!gives("sleep") && has_off() && states.sleep) sleep = *states.sleep;
  if (!gives("reactivation") && !gives("relock") && !gives("changes")) {
    if (states.relock && states.lane_change && !lanes.empty())
      relock = *states.relock, reactivation = *states.lane_change;
    else if (states.any)
      reactivation = *states.any;
  }
  if (!gives("epoch")) epoch = std::max({reactivation, relock, wake, sleep, 1_us}) * 10;
}

RateLadder ControlConfig::states(BitsPerSecond full_rate) const {
  return rates.back() == full_rate ? RateLadder(ladder()) : RateLadder({full_rate});
}

Control ControlConfig::control(BitsPerSecond full_rate) const {
  if (!policy) return Control(full_rate);
  Control control(RateLadder(ladder()), *policy, epoch, reactivation);
  const std::size_t states = control.ladder.size();
  for (std::size_t a = 0; a < states; ++a)
    for (std::size_t b = 0; b < states; ++b) control.reactivation[a * states + b] = change(a, b);
  control.paired = channels == Pairing::paired;
  control.staggered = staggered;
  control.transition = transition;
  control.drain_above = drain_above;
  return control;
}

namespace {

/// What does not fit between a device and the rest: rates that it does not have make its times meaningless.
Problems check_device(const ControlConfig& config, const ChannelStates& states, const Node& section,
                      BitsPerSecond full_rate) {
  if (!section.find("rates")) {
    if (states.rates.empty())
      return {
          {"device",
           fmt::format("\"{}\" states no rate up to the cables' {}", config.device, quantity_text(full_rate)),
           "give `rates` yourself, or change [cables] rate"}};
    if (states.rates.back() != full_rate)
      return {{"device",
               fmt::format("\"{}\" has no faster rate than {}, but the cables have {}", config.device,
                           quantity_text(states.rates.back()), quantity_text(full_rate)),
               "take another device, or change [cables] rate"}};
    return {};
  }
  const auto has = [&](BitsPerSecond rate) {
    return rate.v == 0 || std::find(states.rates.begin(), states.rates.end(), rate) != states.rates.end();
  };
  for (const BitsPerSecond rate : config.rates)
    if (!states.rates.empty() && !has(rate))
      return {
          {"rates",
           fmt::format("has {}, which is no rate of the device \"{}\"", quantity_text(rate), config.device),
           "leave out `rates` to take the device's, or leave out `device`"}};
  return {};
}

/// What a device gives, unless the section says otherwise.
void read_states(Configuration& file, const Node& section, BitsPerSecond full_rate, ControlConfig& config) {
  Device device;
  if (!DeviceReader(file, "control").read("device", config.device, device)) return;
  const ChannelStates states = channel_states(device, full_rate);
  Problems problems = check_device(config, states, section, full_rate);
  if (problems.empty()) config.take(states, section);
  file.add_problems("control", std::move(problems));
}

}  // namespace

void read_control(Configuration& file, BitsPerSecond full_rate, ControlConfig& config) {
  const Node* section = file.root().find("control");
  if (!section) return;
  const std::size_t before = file.problems().size();
  read_fields(*section, "control", config, file.problems(), {"policy"});
  if (const Node* policy = section->find("policy"))
    config.policy = read_named(policies(), *policy, "control.policy", file.problems());
  else
    file.problems().push_back(
        section->problem("control.policy", "is missing", name_hint("", entry_names(policies()))));
  if (file.problems().size() == before && !config.device.empty())
    read_states(file, *section, full_rate, config);
  if (file.problems().size() > before) return;
  Problems found = config.check();
  if (found.empty() && config.rates.back() != full_rate)
    found.push_back({"rates",
                     fmt::format("ends with {}, but the cables have {}", quantity_text(config.rates.back()),
                                 quantity_text(full_rate)),
                     "the last rate is the full one: change it, or [cables] rate"});
  file.add_problems("control", std::move(found));
}

}  // namespace ebb
