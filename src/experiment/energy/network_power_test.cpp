#include "experiment/energy/network_power.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/folder_testing.hpp"
#include "experiment/device/default_rates.hpp"
#include "experiment/read/plan_config.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/small_run_testing.hpp"
#include "report/document/draw_text.hpp"

namespace ebb::inline experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// 16 hosts on 4 switches. The device states every number of the switch.
const std::string plan_and_traffic = R"([cables]
rate = "40Gb/s"
[plan]
switch = "mine.toml"
optics = "cable.toml"
load = 0
price_usd_per_kwh = 0.1
pue = 1.5
[traffic]
load = 0.2
[run]
most_time = "60us"
)";

const char* switch_file = R"(kind = "switch"
from = "a test"
ports = { value = 8, source = "measured" }
base = { value = "50W", source = "measured" }
[[link]]
rate = "10Gb/s"
port = { value = "1W", source = "measured" }
trx_in = { value = "0.5W", source = "measured" }
[[link]]
rate = "40Gb/s"
port = { value = "2W", source = "measured" }
trx_in = { value = "0.5W", source = "measured" }
per_bit = { value = "10pJ", source = "measured" }
per_packet = { value = "20nJ", source = "measured" }
)";

const char* cable_file = R"(kind = "optics"
from = "a test"
[[link]]
media = ["optical"]
rate = "40Gb/s"
trx_in = { value = "3W", source = "measured" }
)";

class NetworkPowers : public testing::Test {
 protected:
  NetworkPowers() {
    folder_.write("mine.toml", switch_file), folder_.write("cable.toml", cable_file);
    file_ = folder_.write("run.toml", small_butterfly + plan_and_traffic);
  }
  RunResult result_of(const std::vector<std::string>& settings) {
    auto input = read_run(file_, settings);
    EXPECT_TRUE(input) << to_text(input.problems());
    auto prepared = prepare_run(std::move(*input));
    EXPECT_TRUE(prepared) << to_text(prepared.problems());
    auto result = run_or_problems(**prepared);
    EXPECT_TRUE(result) << to_text(result.problems());
    return *result;
  }
  TestFolder folder_;
  std::string file_;
};

TEST_F(NetworkPowers, AreThoseOfThePlanWhenAllChannelsAreAtFullRate) {
  const auto plan = read_plan(file_);
  ASSERT_TRUE(plan) << to_text(plan.problems());
  const PlanPower planned = make_plan(*plan).power;
  const RunResult result = result_of({});
  ASSERT_TRUE(result.draw);
  const PlanPower& drawn = result.draw->drawn;
  EXPECT_EQ(drawn.switch_base.v, planned.switch_base.v);
  EXPECT_EQ(drawn.ports.v, planned.ports.v);
  EXPECT_EQ(drawn.transceivers.v, planned.transceivers.v);
  EXPECT_EQ(drawn.nics.v, planned.nics.v);
  EXPECT_EQ(planned.switch_base.v, 4 * 50);
  EXPECT_EQ(planned.ports.v, 4 * 7 * 2);
  EXPECT_EQ(drawn.total().v, result.draw->always_on.total().v);
  EXPECT_NEAR(result.draw->year.usd, drawn.total().v * 8.76 * 1.5 * 0.1, 1e-9);
  // The carried traffic costs as much as in a plan with that load. The bits on the wire include the headers.
  double bits = 0, packets = 0;
  const double seconds = (result.metered_until - result.statistics.measured_from).seconds();
  for (const ChannelKindResult& kind : result.channels)
    if (kind.name != "from host") bits += static_cast<double>(kind.bytes) * 8 / seconds;
  packets =
      bits * result.statistics.accepted.packets_per_second / result.statistics.accepted.wire_bits_per_second;
  EXPECT_NEAR(drawn.traffic.v, bits * 10e-12 + packets * 20e-9, 1e-9);
}

/// Two leaves of 4 hosts at 10 Gb/s with 2 uplinks at 40 Gb/s, two spines of another device.
class MixedPowers : public NetworkPowers {
 protected:
  MixedPowers() {
    folder_.write("spine.toml", spine_file);
    file_ = folder_.write("mixed.toml", R"([topology]
name = "folded_clos"
levels = 2
radix = 4
access_radix = 8
hosts_per_switch = 4
uplinks = 2
pod = 2
local_medium = "copper"
[routing]
name = "clos_adaptive"
[cables]
rate = "40Gb/s"
host_rate = "10Gb/s"
[plan]
switch = "mine.toml"
spine = "spine.toml"
nic = "none"
load = 0
[traffic]
load = 0.2
[run]
most_time = "60us"
)");
  }
  static constexpr const char* spine_file = R"(kind = "switch"
from = "a test"
ports = { value = 4, source = "measured" }
base = { value = "70W", source = "measured" }
[[link]]
rate = "40Gb/s"
port = { value = "5W", source = "measured" }
[[link]]
rate = "10Gb/s"
port = { value = "3W", source = "measured" }
)";
};

TEST_F(MixedPowers, AreThoseOfThePlanWhenAllChannelsAreAtFullRate) {
  const auto plan = read_plan(file_);
  ASSERT_TRUE(plan) << to_text(plan.problems());
  const PlanPower planned = make_plan(*plan).power;
  EXPECT_EQ(planned.switch_base.v, 2 * 50 + 1 * 70);  // four cables up fill one spine of four ports
  EXPECT_EQ(planned.ports.v, 8 * 1 + 4 * 2 + 4 * 5);
  const RunResult result = result_of({});
  ASSERT_TRUE(result.draw);
  EXPECT_EQ(result.draw->drawn.ports.v, planned.ports.v);
  EXPECT_EQ(result.draw->drawn.switch_base.v, planned.switch_base.v);
  for (const ChannelKindResult& kind : result.channels)
    if (kind.from_spine && kind.channels > 0) {
      EXPECT_EQ(kind.channels, 4u);
      EXPECT_EQ(kind.rate, 40_Gbps);
    }
}

TEST_F(MixedPowers, ChargeASlowPortOfASpineByTheSpinesFile) {
  const RunResult result = result_of({"control.policy={name='static', rate='10Gb/s'}",
                                      "control.rates=['10Gb/s', '40Gb/s']", "traffic.load=0.05"});
  ASSERT_TRUE(result.draw);
  const NetworkPower& d = *result.draw;
  const double all_fast = 8 * 1 + 4 * 2 + 4 * 5, slow = 8 * 1 + 4 * 1 + 4 * 3;
  EXPECT_NEAR(d.always_on.ports.v, all_fast, 1e-9);
  EXPECT_GE(d.drawn.ports.v, slow);
  EXPECT_LT(d.drawn.ports.v, slow + 0.5 * (all_fast - slow));
  const double seconds = (result.metered_until - result.statistics.measured_from).seconds();
  double saved = 0;
  for (const ChannelKindResult& kind : result.channels)
    if (kind.rate == 40_Gbps)
      saved += kind.time_in[0].seconds() / seconds * (kind.from_spine ? 5 - 3 : 2 - 1);
  EXPECT_GT(saved, 0);
  EXPECT_NEAR(d.always_on.ports.v - d.drawn.ports.v, saved, 1e-9);
  EXPECT_THAT(d.as_full, ElementsAre());  // the hosts' channels stay at 10 Gb/s, their full rate
}

TEST_F(NetworkPowers, AreLessWhereChannelsAreSlow) {
  const RunResult result =
      result_of({"control.policy={name='static', rate='10Gb/s'}", "control.rates=['10Gb/s', '40Gb/s']",
                 "topology.local_medium=copper", "traffic.load=0.05"});
  ASSERT_TRUE(result.draw);
  const NetworkPower& d = *result.draw;
  // 28 switch ports at 1 W instead of 2 W. Only the base power of the adapters is known.
  EXPECT_NEAR(d.always_on.ports.v, 56, 1e-9);
  EXPECT_GE(d.drawn.ports.v, 28);
  EXPECT_LT(d.drawn.ports.v, 40);  // the run starts at full rate
  EXPECT_EQ(d.drawn.nics.v, d.always_on.nics.v);
  EXPECT_GT(d.saved_usd_per_year(), 0);
  EXPECT_THAT(d.as_full, ElementsAre());
  EXPECT_THAT(d.missing, ElementsAre(HasSubstr("abts-nic (")));
}

TEST_F(NetworkPowers, CountAStateThatNobodyKnowsAsFullRate) {
  const RunResult result =
      result_of({"control.policy={name='static', rate='20Gb/s'}", "control.rates=['20Gb/s', '40Gb/s']",
                 "topology.local_medium=copper", "traffic.load=0.05"});
  ASSERT_TRUE(result.draw);
  EXPECT_EQ(result.draw->drawn.ports.v, result.draw->always_on.ports.v);
  EXPECT_THAT(result.draw->as_full, ElementsAre("mine: copper at 20Gb/s"));
}

/// Half a transceiver needs half the power. A whole one that sends at half its rate does not.
TEST_F(NetworkPowers, TakeNoSplitModuleForASlowOne) {
  folder_.write("cable.toml", std::string(cable_file) + R"([[link]]
media = ["optical"]
rate = "10Gb/s"
ports = { value = 2, source = "measured" }
trx_in = { value = "1.5W", source = "measured" }
)");
  const std::vector<std::string> slow{"control.policy={name='static', rate='10Gb/s'}",
                                      "control.rates=['10Gb/s', '40Gb/s']", "topology.local_medium=optical",
                                      "traffic.load=0.05"};
  const NetworkPower split = *result_of(slow).draw;
  EXPECT_EQ(split.drawn.transceivers.v, split.always_on.transceivers.v);
  EXPECT_LT(split.drawn.ports.v, split.always_on.ports.v) << "the switch's ports are slow ones";
  EXPECT_THAT(split.as_full, testing::Contains("cable: optical at 10Gb/s"));
  EXPECT_TRUE(rates_of_plan(*read_plan(file_, {"topology.local_medium=optical"}), 40_Gbps).empty())
      << "no state of a policy";
}

TEST_F(NetworkPowers, HaveNoFigureOfWhatNobodyStates) {
  const RunResult result =
      result_of({"plan.switch=abts-switch", "plan.optics=", "topology.local_medium=copper"});
  ASSERT_TRUE(result.draw);
  const auto json = power_json(*result.draw);
  for (const char* key : {"transceivers_w", "traffic_w", "buffers_w", "always_on_transceivers_w"})
    EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_EQ(json["ports_w"], 0);
  ASSERT_TRUE(json["missing_numbers"].is_array());
  EXPECT_EQ(json["missing_numbers"].size(), 2u);
}

TEST_F(NetworkPowers, AreAskedForByAPlan) {
  const std::string without =
      folder_.write("w.toml", small_butterfly + std::string("[traffic]\nload = 0.2\n"));
  EXPECT_EQ(read_run(without, {})->plan, nullptr);
  const auto small = read_run(without, {"plan.switch=yarc"});
  ASSERT_FALSE(small);
  EXPECT_THAT(to_text(small.problems()), HasSubstr("plan.switch"));
}

}  // namespace
}  // namespace ebb::inline experiment
