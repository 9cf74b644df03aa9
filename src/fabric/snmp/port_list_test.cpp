#include "fabric/snmp/port_list.hpp"

#include <gtest/gtest.h>

namespace ebb::inline fabric {
namespace {

std::string octets(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

TEST(PortList, HasPortOneInTheHighestBitOfTheFirstOctet) {
  EXPECT_EQ(to_port_list({1}, 1), octets({0x80}));
  EXPECT_EQ(to_port_list({8}, 1), octets({0x01}));
  EXPECT_EQ(to_port_list({9}, 2), octets({0x00, 0x80}));
  EXPECT_EQ(to_port_list({1, 2, 5, 7, 8, 12}, 2), octets({0xcb, 0x10}));
  EXPECT_EQ(to_port_list({}, 3), octets({0, 0, 0}));
  EXPECT_EQ(to_port_list({48}, 6), octets({0, 0, 0, 0, 0, 0x01}));
}

TEST(PortList, GrowsWhereItsLengthIsTooShort) {
  EXPECT_EQ(to_port_list({17}, 1), octets({0, 0, 0x80}));
  EXPECT_EQ(to_port_list({16}, 0), octets({0, 0x01}));
}

TEST(PortList, IsReadAsItIsWritten) {
  EXPECT_EQ(from_port_list(octets({0xcb, 0x10})), (PortSet{1, 2, 5, 7, 8, 12}));
  EXPECT_EQ(from_port_list(octets({0xff})), (PortSet{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(from_port_list(""), PortSet{});
  for (std::uint32_t port = 1; port <= 400; ++port)
    EXPECT_EQ(from_port_list(to_port_list({port, 3}, 6)), (PortSet{port, 3}));
}

TEST(PortList, IsTheSameWithMoreOctetsOfZeros) {
  EXPECT_TRUE(same_ports(octets({0x80}), octets({0x80, 0, 0})));
  EXPECT_TRUE(same_ports("", octets({0})));
  EXPECT_FALSE(same_ports(octets({0x80}), octets({0x80, 1})));
  EXPECT_FALSE(same_ports(octets({0, 0x80}), octets({0x80})));
}

TEST(PortList, IsShownInRanges) {
  EXPECT_EQ(ports_text(PortSet{1, 2, 3, 5, 7, 8}), "1-3 5 7-8");
  EXPECT_EQ(ports_text(PortSet{}), "none");
}

}  // namespace
}  // namespace ebb::inline fabric
