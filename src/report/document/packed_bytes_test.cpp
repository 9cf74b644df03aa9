#include "report/document/packed_bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ebb::inline report {
namespace {

RC_GTEST_PROP(PackedBytes, ComeBackAsTheyWere, (const std::vector<std::uint8_t>& bytes)) {
  RC_ASSERT(unpacked_bytes(packed(std::span<const std::uint8_t>(bytes)), bytes.size()) == bytes);
}

RC_GTEST_PROP(PackedBytes, KeepWholeNumbersOfBothSigns, (const std::vector<std::int32_t>& numbers)) {
  RC_ASSERT(unpacked_numbers(packed(std::span<const std::int32_t>(numbers)), numbers.size()) == numbers);
}

TEST(PackedBytes, RefuseWhatIsCutOffOrOfAnotherLength) {
  const std::vector<std::uint8_t> bytes(1000, 7);
  const std::string text = packed(std::span<const std::uint8_t>(bytes));
  EXPECT_FALSE(unpacked_bytes(text.substr(0, text.size() / 2), 1000));
  EXPECT_FALSE(unpacked_bytes(text, 999));
  EXPECT_FALSE(unpacked_bytes(text, 1001));
  EXPECT_FALSE(unpacked_bytes("no base64!", 1000));
}

TEST(PackedBytes, TakeNoMemoryForWhatIsNotThere) {
  EXPECT_FALSE(unpacked_bytes("AAAA", std::size_t{1} << 60));
}

}  // namespace
}  // namespace ebb::inline report
