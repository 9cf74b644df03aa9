#include "traffic/video/video_beside.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalogue/traffics.hpp"
#include "config/toml_file.hpp"
#include "traffic/four_hosts_testing.hpp"
#include "traffic/service/service_levels.hpp"

namespace ebb::inline traffic {
namespace {

std::unique_ptr<Traffic> traffic_of(const std::string& text) {
  auto config = read_traffic(*parse_toml(text, "run.toml"));
  EXPECT_TRUE(config) << to_text(config.problems());
  auto traffic = bind_traffic(std::move(*config), four_hosts(), {{256}, {0}}, 1);
  EXPECT_TRUE(traffic) << to_text(traffic.problems());
  return std::move(*traffic);
}

std::vector<Message> messages_until(const Traffic& traffic, Picoseconds end) {
  HostMemory memory = host_memory(1, 2);
  std::vector<Message> all;
  for (Message m = traffic.next(2, {}, memory); m.at < end; m = traffic.next(2, m.at, memory))
    all.push_back(m);
  return all;
}

const std::string others =
    "load = 0.3\npattern = \"uniform\"\narrivals = \"on_off_exponential\"\nsizes = { name = \"range\", least "
    "= "
    "\"64B\", most = \"1KiB\" }\n";
const std::string streams = "load = 0.2, levels = 2, scale = 100 }\n";

bool is_same(const Message& a, const Message& b) {
  return a.at == b.at && a.destination == b.destination && a.size == b.size && a.level == b.level;
}

/// Each part is the same as alone, and messages are in the order of time.
TEST(VideoBeside, SendsBothPartsAsTheyAreAlone) {
  const auto both = traffic_of(others + "video = { " + streams), rest = traffic_of(others),
             video = traffic_of("workload = { name = \"mpeg_streams\", " + streams);
  const auto all = messages_until(*both, 20_ms), of_rest = messages_until(*rest, 20_ms),
             of_video = messages_until(*video, 20_ms);
  ASSERT_EQ(all.size(), of_rest.size() + of_video.size());
  ASSERT_GT(of_rest.size(), 500u);
  ASSERT_GT(of_video.size(), 500u);
  std::size_t r = 0, v = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_rest = all[i].tag == no_deadline;
    EXPECT_TRUE(is_same(all[i], is_rest ? of_rest[r++] : of_video[v++])) << i;
    if (i > 0) {
      EXPECT_GE(all[i].at, all[i - 1].at);
    }
  }
  EXPECT_DOUBLE_EQ(both->offered_bytes_per_second(), 0.5 * 2.5e9 / 8);
  EXPECT_EQ(both->deadline(), video->deadline());
  EXPECT_EQ(both->own_levels(), 2u);
}

TEST(VideoBeside, KeepsItsServiceLevelsToItself) {
  const WithServiceLevels traffic(traffic_of(others + "video = { " + streams), {0, 0, 1, 3});
  std::array<int, 4> of_rest{}, of_video{};
  for (const Message& m : messages_until(traffic, 20_ms))
    ++(m.tag == no_deadline ? of_rest : of_video)[m.level];
  EXPECT_EQ(of_rest[0] + of_rest[1], 0);
  EXPECT_GT(of_rest[2], 50);
  EXPECT_NEAR(static_cast<double>(of_rest[3]) / of_rest[2], 3, 0.6);
  EXPECT_GT(of_video[0], 100);
  EXPECT_GT(of_video[1], 100);
  EXPECT_EQ(of_video[2] + of_video[3], 0);
}

std::string refusal_of(const std::string& text) {
  const auto config = read_traffic(*parse_toml(text, "run.toml"));
  return config ? "" : to_text(config.problems());
}

TEST(VideoBeside, IsRefusedWhereItCannotBe) {
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_EQ(refusal_of("load = 0.5\nvideo = { load = 0.5 }"), "");
  EXPECT_THAT(refusal_of("load = 0.5\nvideo = { load = 0.6 }"),
              AllOf(HasSubstr("run.toml:2"), HasSubstr("is 0.6, and the other traffic offers 0.5"),
                    HasSubstr("at most 0.5")));
  EXPECT_THAT(refusal_of("load = 0.5\nvideo = { loud = 0.1 }"),
              AllOf(HasSubstr("run.toml:2"), HasSubstr("traffic.video.loud"), HasSubstr("load")));
  EXPECT_THAT(refusal_of("arrivals = \"closed_loop\"\nvideo = { load = 0.1 }"),
              AllOf(HasSubstr("cannot be combined with a closed loop"), HasSubstr("poisson")));
  EXPECT_THAT(refusal_of("workload = \"mpeg_streams\"\nvideo = { load = 0.1 }"),
              AllOf(HasSubstr("traffic.video"), HasSubstr("no meaning beside a workload")));
}

}  // namespace
}  // namespace ebb::inline traffic
