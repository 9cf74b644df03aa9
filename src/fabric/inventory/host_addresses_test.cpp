#include "fabric/inventory/host_addresses.hpp"

#include <gmock/gmock.h>

#include "topology/star.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Network two_hosts() {
  Star star;
  star.hosts = 2;
  return star.build({});
}

std::string wrong(const std::string& text) {
  const auto read = parse_host_addresses(text, "hosts.csv", two_hosts());
  return read.ok() ? "" : to_text(read.problems());
}

TEST(HostAddresses, AreReadInAnyOrder) {
  const auto read = parse_host_addresses(
      "host,mac\n# a comment\nh1, 52:54:00:00:00:02\r\n\nh0,52:54:00:00:00:01\n", "hosts.csv", two_hosts());
  ASSERT_TRUE(read.ok()) << to_text(read.problems());
  EXPECT_THAT(*read, ElementsAre(0x525400000001u, 0x525400000002u));
}

TEST(HostAddresses, RefuseWhatIsNoAddressOfOneHost) {
  const std::string first = "h0,52:54:00:00:00:01\n";
  EXPECT_THAT(wrong(first), HasSubstr("has no line for h1"));
  EXPECT_THAT(wrong(first + "h2,52:54:00:00:00:02"), HasSubstr("hosts.csv:2: names no host"));
  EXPECT_THAT(wrong(first + "h1,52:54:00:00:00:01"), HasSubstr("that another host has"));
  EXPECT_THAT(wrong(first + "h0,52:54:00:00:00:02"), HasSubstr("has a line above"));
  EXPECT_THAT(wrong(first + "h1,01:00:5e:00:00:01"), HasSubstr("no MAC address of one host"));
  EXPECT_THAT(wrong(first + "h1"), HasSubstr("no MAC address of one host"));
}

}  // namespace
}  // namespace ebb::inline fabric
