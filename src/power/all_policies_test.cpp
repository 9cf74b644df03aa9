// Every policy of the catalogue meets the same contract, whatever it is shown.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catalogue/policies.hpp"
#include "config/toml_file.hpp"
#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

struct Case {
  std::string toml;
  std::unique_ptr<Policy> policy;
  bool may_switch_off = false;
};

Case read_case(std::string_view name, const std::string& parameter) {
  Case c{.toml = fmt::format("name = \"{}\"\n{}\n", name, parameter), .policy = nullptr};
  if (name == "latency_bound") c.toml += "bound = \"20us\"\n";  // it has no default
  if (parameter.starts_with("history_window"))  // it is only for links that follow their history
    c.toml += "while_on = \"history_dvs\"\ncongested_low = 0.3\ncongested_high = 0.4\n";
  const auto table = parse_toml(c.toml, "policy.toml");
  Problems problems;
  if (table) c.policy = read_named(policies(), *table, "policy", problems);
  EXPECT_TRUE(c.policy) << c.toml << to_text(table ? problems : table.problems());
  c.may_switch_off = parameter == "idle_state = \"off\"" ||
                     (c.policy && (c.policy->requirements().topology || c.policy->requirements().switches));
  return c;
}

/// Each with its defaults, and with every other value of its settings for the idle state, waking, starvation
/// and the load.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& entry : policies()) {
    cases.push_back(read_case(entry.name, ""));
    for (const FieldInfo& f : entry.fields()) {
      if (f.name == "idle_state") cases.push_back(read_case(entry.name, "idle_state = \"off\""));
      if (f.name == "wake_at") cases.push_back(read_case(entry.name, "wake_at = \"5000B\"\nhold = \"20us\""));
      if (f.name == "starved") cases.push_back(read_case(entry.name, "starved = \"hold\""));
      if (f.name == "rate" && f.initial == "\"full\"")
        cases.push_back(read_case(entry.name, "rate = \"halve_double\""));
    }
  }
  return cases;
}

/// A time that nobody has to wait for: how far ahead a policy looks, or how late packets may be.
const std::set<std::string> no_clocks = {"latency_bound.bound", "latency_bound.baseline"};

TEST(EveryPolicy, CountsEachOfItsTimesAmongItsClocks) {
  for (const auto& entry : policies())
    for (const FieldInfo& f : entry.fields()) {
      if (f.type != "time" || no_clocks.contains(fmt::format("{}.{}", entry.name, f.name))) continue;
      const Case c = read_case(entry.name, fmt::format("{} = \"70ms\"", f.name));
      ASSERT_TRUE(c.policy);
      EXPECT_GE(c.policy->requirements().clocks.slowest(10_us), 70_ms) << entry.name << " " << f.name;
    }
}

/// Sets the policy's context. Returns whether it can work there.
bool fits(Policy& policy, const RateLevels& rates) {
  PolicyContext around;
  around.path_channels = 4, around.epoch = 10_us, around.longest_change = 1_us;
  if (!policy.fit(rates, around).empty()) return false;
  around.full_rate = FullRateLatency{.mean = 10_us, .p99 = 20_us};
  return !policy.requirements().full_rate_latency || policy.fit(rates, around).empty();
}

/// What only some policies use: the delay budget, and the stage in a topology that changes.
struct Place {
  double delay_budget_left;
  int stage;
  Bytes diverted;
};

std::vector<ChannelView> all_views(const RateLevels& rates) {
  std::vector<ChannelView> views;
  for (std::size_t level = 0; level < rates.size(); ++level)
    for (const double utilisation : {0.0, 0.25, 0.5, 0.75, 1.0})
      for (const Bytes queued : {0_B, 1000_B, 1'000'000_B})
        for (const Picoseconds idle_for : {0_us, 50_ns, 5_us, 1_ms, 2'000_ms})
          for (const auto& [cause, since] :
               {std::pair{Cause::time, 10_us}, {Cause::queue, 0_us}, {Cause::diverted, 30_us}})
            for (const Place& place : {Place{-0.5, 0, 0_B}, {0.01, 1, 0_B}, {1, 2, 1'000'000_B}}) {
              ChannelView view;
              view.rate = rates[level], view.utilisation = utilisation, view.queued = queued;
              view.idle_for = idle_for, view.cause = cause, view.since = since;
              const double bits = utilisation * static_cast<double>(view.rate.v) * 1e-12;
              view.sent = {static_cast<std::int64_t>(bits * static_cast<double>(since.v) / 8)};
              view.packets = view.sent.v / 1000;
              view.delay_budget_left = place.delay_budget_left, view.stage = place.stage,
              view.diverted = place.diverted;
              view.stage_after_up = place.stage == 1;
              view.switch_sleeps = place.stage == 0;
              views.push_back(view);
            }
  return views;
}

/// Returns what is wrong with a decision; empty when nothing is.
std::string fault_of(const Decision& d, const ChannelView& view, const RateLevels& rates,
                     bool may_switch_off) {
  if (rates[rates.level(d.want)] != d.want) return "wants a rate that the channel does not have";
  if (d.want.v == 0 && view.rate.v > 0 && !may_switch_off) return "switches off";
  if (d.why.empty()) return "does not say why";
  if (d.evaluate_after != Decision::epoch && d.evaluate_after.v < 0) return "wants to be asked in the past";
  if (d.evaluate_at <= view.waiting()) return "wants to be asked for a queue that it has just been shown";
  if (d.evaluate_at_diverted.v < 1) return "wants to be asked for nothing that was missed";
  const bool by_length = d.evaluate_at != Decision::no_queue || d.evaluate_at_diverted != Decision::no_queue;
  if (d.evaluate_after == Decision::never && !by_length && d.want != rates.fastest())
    return "never wants to be asked again, although the channel is not at full rate";
  return "";
}

/// Evaluates each view several times in a row, with the policy's memory: windows fill, quiet epochs add up.
/// Then as often again, every other time without traffic. Returns all requested rates.
std::set<BitsPerSecond> requests_of(const Case& c, const RateLevels& rates) {
  constexpr int times = 20;
  std::set<BitsPerSecond> requests;
  std::vector<std::int64_t> microwatts;
  for (std::size_t level = 0; level < rates.size(); ++level) microwatts.push_back(rates[level].v / 1000);
  PowerGrant power{
      .microwatts = microwatts, .keep = PowerGrant::buckets / 4, .raise = PowerGrant::buckets / 3};
  for (const ChannelView& usual : all_views(rates)) {
    ChannelView view = usual;
    for (int i = 0; i < 2 * times; ++i) {
      view.utilisation = i < times || i % 2 ? usual.utilisation : 0;
      power.closes += 1, view.power = &power;
      const Decision d = c.policy->decide(view, rates);
      const std::string fault = fault_of(d, view, rates, c.may_switch_off);
      if (!fault.empty()) {
        ADD_FAILURE() << c.toml << fault << ": at " << quantity_text(view.rate) << ", busy "
                      << view.utilisation << ", " << view.waiting().v << " B queued, idle for "
                      << quantity_text(view.idle_for) << ", cause " << static_cast<int>(view.cause)
                      << ", stage " << view.stage << ", asked " << i + 1 << " times: wants "
                      << quantity_text(d.want) << ", \"" << d.why << "\"";
        return requests;
      }
      requests.insert(d.want);
      view.memory = d.memory;
    }
  }
  return requests;
}

TEST(AllPolicies, KnowTheNameThatAFileCallsThem) {
  for (const auto& entry : policies()) EXPECT_EQ(read_case(entry.name, "").policy->name(), entry.name);
}

TEST(AllPolicies, AnswerEveryViewWithARateAReasonAndATime) {
  for (const Case& c : all_cases()) {
    ASSERT_TRUE(c.policy);
    int levels_by_class = 0;
    for (const RateLevels& rates : {infiniband_rates, rates_with_off}) {
      if (!fits(*c.policy, rates)) continue;
      ++levels_by_class;
      const std::set<BitsPerSecond> requests = requests_of(c, rates);
      // The views make a policy show everything that it can do.
      EXPECT_EQ(requests.size() > 1, !c.toml.starts_with("name = \"static\"")) << c.toml;
      EXPECT_TRUE(!c.may_switch_off || requests.count({0})) << c.toml;
    }
    EXPECT_EQ(levels_by_class, c.may_switch_off ? 1 : 2) << c.toml;
  }
}

/// A policy that sets a queue length for its next evaluation would sleep forever where the queue length is
/// unknown. Others may use it, and work without it.
TEST(AllPolicies, NeedAQueueExactlyWhenTheyWantToBeAskedForOne) {
  for (const Case& c : all_cases()) {
    ASSERT_TRUE(c.policy);
    bool names_length = false;
    for (const RateLevels& rates : {infiniband_rates, rates_with_off}) {
      if (!fits(*c.policy, rates)) continue;
      for (const ChannelView& view : all_views(rates))
        names_length |= c.policy->decide(view, rates).evaluate_at != Decision::no_queue;
    }
    EXPECT_EQ(c.policy->requirements().queue, names_length) << c.toml;
  }
}

TEST(AllPolicies, TakeAQueueThatNobodyKnowsForAnEmptyOne) {
  for (const Case& c : all_cases())
    for (const RateLevels& rates : {infiniband_rates, rates_with_off}) {
      if (!fits(*c.policy, rates)) continue;
      for (ChannelView view : all_views(rates)) {
        if (view.waiting().v > 0) continue;
        const Decision empty = c.policy->decide(view, rates);
        view.queued.reset();
        const Decision unknown = c.policy->decide(view, rates);
        ASSERT_EQ(unknown.want, empty.want) << c.toml;
        ASSERT_EQ(unknown.evaluate_after, empty.evaluate_after) << c.toml;
        ASSERT_EQ(unknown.evaluate_at, empty.evaluate_at) << c.toml;
      }
    }
}

}  // namespace
}  // namespace ebb::inline power
