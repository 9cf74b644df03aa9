#include "fabric/agent/off/off_file.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_networks_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;

struct Kept {
  TestFolder folder;
  std::string path = (folder.path / "inventory.toml.off").string();
  Network network = small_butterfly();
  std::vector<PortId> cables = TestTables(small_butterfly()).cables();

  void put(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
  std::string text() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST(OffFile, IsReadBackAsItWasWritten) {
  const Kept kept;
  EXPECT_TRUE(read_off_file(kept.path, kept.network)->cables.empty()) << "there is none";
  ASSERT_TRUE(write_off_file(kept.path, kept.network, kept.cables).empty());
  const auto read = read_off_file(kept.path, kept.network);
  ASSERT_TRUE(read.ok()) << to_text(read.problems());
  EXPECT_EQ(read->cables, kept.cables);
  EXPECT_FALSE(read->unchecked);
}

TEST(OffFile, RefusesEveryFlippedBitAndEveryCut) {
  const Kept kept;
  ASSERT_TRUE(write_off_file(kept.path, kept.network, {kept.cables[0], kept.cables[2]}).empty());
  const std::string whole = kept.text();
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    kept.put(damaged);
    const auto read = read_off_file(kept.path, kept.network);
    ASSERT_FALSE(read.ok()) << "bit " << bit;
    EXPECT_THAT(to_text(read.problems()), HasSubstr(".off:"));
    EXPECT_THAT(to_text(read.problems()), HasSubstr("ebb fabric status"));
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    kept.put(whole.substr(0, size));
    EXPECT_FALSE(read_off_file(kept.path, kept.network).ok()) << size;
  }
}

TEST(OffFile, OfAnEarlierReleaseIsReadAndKnownToBeUnchecked) {
  const Kept kept;
  kept.put("# cables that ebb agent has switched off: a switch, and its local port in the plan\ns0 2\n");
  const auto read = read_off_file(kept.path, kept.network);
  ASSERT_TRUE(read.ok()) << to_text(read.problems());
  EXPECT_EQ(read->cables, std::vector<PortId>{kept.cables[0]});
  EXPECT_TRUE(read->unchecked);
}

}  // namespace
}  // namespace ebb::inline fabric
