#include "fabric/agent/off/off_schedule.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_networks_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;

/// The cables of a row of four switches; two are off at 3:00.
struct Night {
  Network network = small_butterfly();
  OffSchedule schedule{std::vector<CableSet>(hours_of_day, CableSet(network))};
  TestFolder folder;

  Night() {
    schedule.on[3].set(network, network.first_port[0] + 4, false);
    schedule.on[3].set(network, network.first_port[1] + 3, false);
  }
  void name_parts() {
    network.labels.switches = {"leaf0", "leaf1, left", "a \"leaf\"", "leaf3"};
    network.labels.hosts.assign(network.hosts, "");
    network.labels.ports.resize(network.peer.size());
    network.labels.ports[network.first_port[1] + 3] = "eth3";
  }
  Result<OffSchedule> read(const std::string& text) const {
    return read_schedule(folder.write("off.csv", text), network);
  }
};

TEST(OffSchedule, IsReadAsItIsWrittenByNumbersAndByNames) {
  Night night;
  EXPECT_EQ(schedule_text(night.schedule, night.network), "hour,switch,port\n3,s0,4\n3,s1,3\n");
  for (const bool named : {false, true}) {
    if (named) night.name_parts();
    const std::string text = schedule_text(night.schedule, night.network);
    const auto again = night.read(text);
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(again->on, night.schedule.on);
  }
  EXPECT_EQ(schedule_text(night.schedule, night.network),
            "hour,switch,port\n3,leaf0,4\n3,\"leaf1, left\",eth3\n");
}

TEST(OffSchedule, NumbersAreStillReadWhereThereAreNames) {
  Night night;
  night.name_parts();
  const auto again = night.read("hour,switch,port\r\n3,s0,4\r\n3,s1,3\r\n");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->on, night.schedule.on);
}

TEST(OffSchedule, SaysWhatIsWrongWithALine) {
  Night night;
  night.name_parts();
  const auto wrong = [&](const std::string& line) {
    const auto read = night.read("hour,switch,port\n" + line + "\n");
    return read ? std::string("nothing") : to_text(read.problems());
  };
  EXPECT_THAT(wrong("24,leaf0,4"), HasSubstr("off.csv:2: is no hour, switch and port"));
  EXPECT_THAT(wrong("3,leaf9,4"), HasSubstr("there is no switch \"leaf9\""));
  EXPECT_THAT(wrong("3,leaf0,9"), HasSubstr("leaf0 has no port \"9\""));
  EXPECT_THAT(wrong("3,leaf0,0"), HasSubstr("leads to a host"));
  EXPECT_THAT(wrong("3,leaf0,2\n3,leaf0,3\n3,leaf0,4"), HasSubstr("hosts would be cut off at 3:00"));
}

}  // namespace
}  // namespace ebb::inline fabric
