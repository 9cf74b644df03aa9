#include "experiment/read/control_config.hpp"

#include <algorithm>

#include "base/check_ranges.hpp"
#include "catalogue/policies.hpp"

namespace ebb::inline experiment {
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
  if (c.wake.v < 0)
    problems.push_back(
        {"wake", "must not be negative", "for example: \"1us\"; \"0s\": channels cannot be switched off"});
  if (c.drain_above != ControlConfig{}.drain_above && c.transition != Transition::by_time)
    problems.push_back(
        {"drain_above",
         fmt::format("is given, but transition = \"{}\" does not go by time", name_of(c.transition)),
         "write transition = \"by_time\", or leave it out"});
  if (c.sleep.v > 0 && c.wake == ControlConfig::never)
    problems.push_back({"wake", "is missing, but `sleep` says how long it takes to switch off",
                        "say how long it takes to come back, for example: \"1us\""});
}

/// A full matrix excludes the keys of the other times.
void check_matrix(Problems& problems, const ControlConfig& c, std::size_t states) {
  const std::pair<const char*, bool> given[] = {
      {"lanes", !c.lanes.empty()},
      {"relock", c.relock.v > 0},
      {"reactivation", c.reactivation != ControlConfig{}.reactivation},
      {"wake", c.wake.v > 0},
      {"sleep", c.sleep.v > 0}};
  for (const auto& [key, is_given] : given)
    if (is_given && !c.changes_by_device)  // the device computed the matrix from these times
      problems.push_back({key, "is given, but `changes` has the time of every change",
                          "leave it out, or `changes`; an off state is \"0b/s\" as the first of `rates`"});
  bool square = c.changes.size() == states;
  for (const auto& line : c.changes) square = square && line.size() == states;
  if (!square)
    problems.push_back({"changes", fmt::format("must have {0} lines of {0} times", states),
                        "a line for each state to come from, a column for each to go to; off is the first"});
  for (std::size_t i = 0; square && i < states; ++i)
    if (c.changes[i][i].v != 0)
      problems.push_back({fmt::format("changes[{}][{}]", i, i),
                          fmt::format("is {}, but that is no change: from a state to itself",
                                      quantity_text(c.changes[i][i])),
                          "write \"0s\" there: lines are the states to come from, columns those to go to"});
}

void check_lists(Problems& problems, const ControlConfig& c, std::size_t rates, std::size_t states) {
  if (!c.changes.empty()) return check_matrix(problems, c, states);
  if (!c.lanes.empty() && c.lanes.size() != rates)
    problems.push_back({"lanes", fmt::format("has {} numbers, but there are {} rates", c.lanes.size(), rates),
                        "one for each rate, for example [1, 1, 1, 4, 4]"});
  for (std::size_t i = 1; i < std::min(c.lanes.size(), rates); ++i)
    if (c.lanes[i] < c.lanes[i - 1])
      problems.push_back({"lanes",
                          fmt::format("goes from {} down to {}, but a faster rate uses as many or more",
                                      c.lanes[i - 1], c.lanes[i]),
                          "in the order of `rates`, slowest first, for example [1, 1, 1, 4, 4]"});
  for (const std::int64_t n : c.lanes)
    if (n < 1) problems.push_back({"lanes", "has a number that is not positive", "for example [1, 1, 4]"});
  if (c.relock.v > 0 && c.lanes.empty())
    problems.push_back({"lanes", "is missing, but `relock` is for changes that keep them",
                        "one for each rate, for example [1, 1, 1, 4, 4]"});
  if (!c.lanes.empty() && c.relock.v == 0)
    problems.push_back({"relock", "is missing: `lanes` alone change nothing",
                        "say how long changes take that keep the lanes, for example: relock = \"100ns\""});
}

/// True for the name of a reference run: its channels stay at full rate, and their energy is read.
bool asks_for_no_policy(const Node& policy) {
  const Node* name = policy.kind == Node::Kind::table ? policy.find("name") : &policy;
  return name && name->kind == Node::Kind::text && name->text == no_policy;
}

/// Sets an epoch that the file leaves out to ten times the longest change, where the default is too short.
void stretch_epoch(ControlConfig& c) {
  Problems problems;
  check_rates(problems, c), check_times(problems, c);
  if (!problems.empty() || !c.changes.empty()) return;
  const Picoseconds longest = c.longest_change();
  if (c.epoch <= longest && longest <= Picoseconds{an_hour.v / 10}) c.epoch = longest * 10;
}

}  // namespace

std::vector<BitsPerSecond> ControlConfig::levels() const {
  std::vector<BitsPerSecond> all = rates;
  if (has_off() && all.front().v > 0) all.insert(all.begin(), BitsPerSecond{0});
  return all;
}

/// Returns the time of a change between two rate levels.
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
  const std::size_t states = levels().size();
  for (std::size_t a = 0; a < states; ++a)
    for (std::size_t b = 0; b < states; ++b) longest = std::max(longest, change(a, b));
  return longest;
}

std::string ControlConfig::name_of_longest_change() const {
  const Picoseconds longest = longest_change();
  if (!changes.empty()) return "the longest of `changes`";
  const char* key = "relock";
  if (has_off() && wake == longest)
    key = "wake";
  else if (has_off() && sleep == longest)
    key = "sleep";
  else if (reactivation == longest)
    key = "reactivation";
  return fmt::format("`{}`{}", key,
                     from_device.gives(key) ? fmt::format(" of the device \"{}\"", device) : "");
}

Problems ControlConfig::check() const {
  Problems problems;
  check_rates(problems, *this);
  check_times(problems, *this);
  if (!problems.empty()) return problems;
  const std::size_t states_count = levels().size();
  check_lists(problems, *this, states_count - (has_off() ? 1 : 0), states_count);
  if (!problems.empty()) return problems;
  const Picoseconds longest = longest_change();
  if (epoch <= longest)
    problems.push_back({"epoch",
                        fmt::format("is {}, no longer than {}, {}", quantity_text(epoch),
                                    name_of_longest_change(), quantity_text(longest)),
                        "the founding paper's epochs are ten times as long as its changes of rate"});
  return problems;
}

RateLevels ControlConfig::states(BitsPerSecond full_rate) const {
  return rates.back() == full_rate ? RateLevels(levels()) : RateLevels({full_rate});
}

Control ControlConfig::control(BitsPerSecond full_rate) const {
  if (!policy) return Control(full_rate);
  Control control(RateLevels(levels()), *policy, epoch, reactivation);
  const std::size_t states = control.levels.size();
  for (std::size_t a = 0; a < states; ++a)
    for (std::size_t b = 0; b < states; ++b) control.reactivation[a * states + b] = change(a, b);
  control.paired = channels == Pairing::paired;
  control.staggered = staggered;
  control.transition = transition;
  control.drain_above = drain_above;
  return control;
}

void read_control(Configuration& file, BitsPerSecond full_rate, ControlConfig& config) {
  const Node* section = file.root().find("control");
  if (!section) return;
  const std::size_t before = file.problems().size();
  read_fields(*section, "control", config, file.problems(), {"policy"});
  const Node* policy = section->find("policy");
  if (policy && asks_for_no_policy(*policy)) return;
  if (policy)
    config.policy = read_named(policies(), *policy, "control.policy", file.problems());
  else
    file.problems().push_back(
        section->problem("control.policy", "is missing", name_hint("", entry_names(policies()))));
  if (file.problems().size() == before && !config.device.empty())
    read_control_device(file, *section, full_rate, config);
  if (file.problems().size() > before) return;
  if (!section->find("epoch") && config.device.empty()) stretch_epoch(config);
  Problems found = with_ranges(config, config.check());
  if (found.empty() && config.rates.back() != full_rate)
    found.push_back({"rates",
                     fmt::format("ends with {}, but the cables have {}", quantity_text(config.rates.back()),
                                 quantity_text(full_rate)),
                     "the last rate is the full one: change it, or [cables] rate"});
  file.add_problems("control", std::move(found));
}

}  // namespace ebb::inline experiment
