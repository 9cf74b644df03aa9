#include "fabric/dmp/dmp_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

using Kind = DmpReading::Kind;

const MacBytes own{0x52, 0x54, 0x00, 0x12, 0x34, 0x56}, given{0x02, 0, 0, 0, 0, 3};
const DmpNonce nonce{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/// As a switch replies: the same frame with another source.
std::vector<std::uint8_t> answer(const MacBytes& address) {
  auto frame = dmp_request(own, nonce);
  std::copy(address.begin(), address.end(), frame.begin() + 6);
  return frame;
}

TEST(DmpFrame, TakesTheAddressThatTheSwitchWroteIn) {
  const auto reading = read_dmp(answer(given), own, nonce);
  EXPECT_EQ(reading.kind, Kind::answer);
  EXPECT_EQ(text_of(reading.address), "02:00:00:00:00:03");
}

TEST(DmpFrame, TakesALongerFrame) {
  auto frame = answer(given);
  frame.resize(64);  // some network cards include the padding
  EXPECT_EQ(read_dmp(frame, own, nonce).kind, Kind::answer);
}

TEST(DmpFrame, TellsAReflectionFromAnAnswer) {
  EXPECT_EQ(read_dmp(answer(own), own, nonce).kind, Kind::unchanged);
}

TEST(DmpFrame, RefusesAddressesThatNoHostMayHave) {
  EXPECT_EQ(read_dmp(answer({0x03, 0, 0, 0, 0, 3}), own, nonce).kind, Kind::refused) << "for many receivers";
  EXPECT_EQ(read_dmp(answer({0x00, 0, 0, 0, 0, 3}), own, nonce).kind, Kind::refused) << "of a manufacturer";
  EXPECT_EQ(read_dmp(answer({0, 0, 0, 0, 0, 0}), own, nonce).kind, Kind::refused);
}

TEST(DmpFrame, IgnoresEveryFrameWithAnotherByte) {
  for (std::size_t i = 0; i < dmp_frame_bytes; ++i) {
    auto frame = answer(given);
    frame[i] ^= 0x40;
    const bool in_source = i >= 6 && i < 12;
    EXPECT_EQ(read_dmp(frame, own, nonce).kind, in_source ? Kind::answer : Kind::foreign) << "byte " << i;
  }
}

TEST(DmpFrame, IgnoresFramesThatEndEarly) {
  for (std::size_t length = 0; length < dmp_frame_bytes; ++length) {
    auto frame = answer(given);
    frame.resize(length);
    EXPECT_EQ(read_dmp(frame, own, nonce).kind, Kind::foreign) << length;
  }
}

}  // namespace
}  // namespace ebb::inline fabric
