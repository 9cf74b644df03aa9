#include "fabric/agent/ports/openflow_message.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ebb::inline fabric {
namespace {

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<std::uint8_t>(c));
  return text;
}

std::string bytes_of(std::string_view hex_digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex_digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex_digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

TEST(OpenFlowMessage, RequestsHaveTheBytesOfTheSpecification) {
  EXPECT_EQ(hex(openflow_message(OpenFlowType::hello, 7)), "0400000800000007");
  EXPECT_EQ(hex(port_stats_request(1)),
            "041200180000000100040000000000"
            "00ffffffff00000000");
  EXPECT_EQ(hex(port_desc_request(2)), "0412001000000002000d000000000000");
  EXPECT_EQ(hex(rule_count_request(3, 0xebb0'0000'0000'0000, 0xffff'ffff'8000'0000)),
            "04120038000000030002000000000000"
            "ff000000ffffffffffffffff00000000"
            "ebb0000000000000ffffffff80000000"
            "0001000400000000");
}

TEST(OpenFlowMessage, RulesAreCounted) {
  std::vector<OpenFlowPortStats> stats;
  std::vector<OpenFlowPort> ports;
  const std::string whole = bytes_of(
      "04130028000000030002000000000000"
      "0000000000000007000000000000002a"
      "0000001200000000");
  EXPECT_EQ(read_multipart(whole, stats, ports).rules, 18u);
  EXPECT_EQ(read_multipart(std::string_view(whole).substr(0, 35), stats, ports).rules, std::nullopt);
}

TEST(OpenFlowMessage, APortIsSwitchedOffByItsNumberAndAddress) {
  const HardwareAddress address{0x02, 0, 0, 0, 0, 0x2a};
  EXPECT_EQ(hex(port_mod(3, 5, address, true)),
            "0410002800000003"
            "0000000500000000"
            "02000000002a0000"
            "0000000100000001"
            "0000000000000000");
  EXPECT_EQ(hex(port_mod(3, 5, address, false)).substr(48, 8), "00000000");
}

TEST(OpenFlowMessage, StatisticsComeInParts) {
  const std::string one = bytes_of(
                              "0000000200000000"
                              "000000000000000a"
                              "000000000000000b"
                              "00000000000000c8"
                              "00000000000000c9") +
                          std::string(72, '\0');
  ASSERT_EQ(one.size(), 112u);
  std::vector<OpenFlowPortStats> stats;
  std::vector<OpenFlowPort> ports;
  const MultipartReply part =
      read_multipart(bytes_of("04130080000000010004000100000000") + one, stats, ports);
  EXPECT_TRUE(part.is_stats && part.more && !part.is_desc);
  ASSERT_EQ(stats.size(), 1u);
  EXPECT_EQ(stats[0].port, 2u);
  EXPECT_EQ(stats[0].received_frames, 10u);
  EXPECT_EQ(stats[0].sent_frames, 11u);
  EXPECT_EQ(stats[0].received_bytes, 200u);
  EXPECT_EQ(stats[0].sent_bytes, 201u);
}

TEST(OpenFlowMessage, APortSaysItsNameAndWhetherItIsDown) {
  const std::string one = bytes_of(
                              "0000000300000000"
                              "02000000002a0000"
                              "73307033") +
                          std::string(12, '\0') + bytes_of("0000000100000001") + std::string(16, '\0') +
                          bytes_of("000f424000000000");
  ASSERT_EQ(one.size(), 64u);
  std::vector<OpenFlowPortStats> stats;
  std::vector<OpenFlowPort> ports;
  const MultipartReply part =
      read_multipart(bytes_of("0413005000000001000d000000000000") + one, stats, ports);
  EXPECT_TRUE(part.is_desc && !part.more);
  ASSERT_EQ(ports.size(), 1u);
  EXPECT_EQ(ports[0].name, "s0p3");
  EXPECT_TRUE(ports[0].down && ports[0].link_down);
  EXPECT_EQ(ports[0].kilobits_per_second, 1'000'000u);
}

TEST(OpenFlowMessage, WhatIsCutOffIsLeftOut) {
  std::vector<OpenFlowPortStats> stats;
  std::vector<OpenFlowPort> ports;
  const std::string whole = bytes_of("04130080000000010004000000000000") + std::string(112, '\1');
  for (std::size_t length = 0; length < whole.size(); ++length)
    read_multipart(std::string_view(whole).substr(0, length), stats, ports);
  EXPECT_TRUE(stats.empty() && ports.empty());
}

}  // namespace
}  // namespace ebb::inline fabric
