#include "fabric/rollout/journal.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/fields.hpp"
#include "base/folder_testing.hpp"
#include "fabric/rollout/journal_json.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::HasSubstr;

const TableTransition sides{
    {{"s0", {{0, 5, 0xebb0000000000001, "in_port=1", "output:2"}}, {}}},
    {{"s0", {{16, 5, 0xebb0000000000002, "", "drop"}}, {{0xeb000001, "select", {"actions=output:1"}}}}}};
const RolloutAbout about{"mine.toml", "compacted", "2026-01-01 00:00:00", 2, {"02:00:00:00:00:01"}};

struct Written {
  TestFolder folder;
  std::string path = (folder.path / "journal").string();
  Journal open() {
    auto journal = Journal::open(path);
    EXPECT_TRUE(journal.ok()) << to_text(journal.problems());
    return std::move(*journal);
  }
};

TEST(Journal, IsReadBackAsItWasWritten) {
  Written written;
  {
    Journal journal = written.open();
    EXPECT_TRUE(journal.begin(about, sides).empty());
    EXPECT_TRUE(journal.reached(RolloutStep::flipping).empty());
  }
  const Journal again = written.open();
  ASSERT_NE(again.unfinished(), nullptr);
  EXPECT_EQ(again.unfinished()->step, RolloutStep::flipping);
  EXPECT_EQ(again.unfinished()->about, about);
  EXPECT_EQ(again.unfinished()->sides.before, sides.before);
  EXPECT_EQ(again.unfinished()->sides.after, sides.after);
}

TEST(Journal, WaitsForNoPipeAndReadsNoDevice) {
  const Written written;
  ASSERT_EQ(mkfifo(written.path.c_str(), 0600), 0);
  for (const std::string& path : {written.path, std::string("/dev/zero")})
    for (const auto& journal : {Journal::look(path), Journal::open(path)}) {
      ASSERT_FALSE(journal.ok());
      EXPECT_EQ(journal.problems()[0].what, "is not a regular file");
    }
}

TEST(Journal, IsNotWrittenThroughALink) {
  const Written written;
  const std::filesystem::path other = written.folder.path / "somebody else's";
  std::filesystem::create_symlink(other, written.path);
  const auto journal = Journal::open(written.path);
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(journal.problems()[0].what, HasSubstr("is a symbolic link"));
  EXPECT_FALSE(std::filesystem::exists(other));
}

TEST(Journal, ForgetsALastLineThatWasCutOffAtAnyByte) {
  Written written;
  {
    Journal journal = written.open();
    EXPECT_TRUE(journal.begin(about, sides).empty());
  }
  const auto whole = std::filesystem::file_size(written.path);
  {
    Journal journal = written.open();
    EXPECT_TRUE(journal.reached(RolloutStep::flipping).empty());
  }
  const auto longer = std::filesystem::file_size(written.path);
  for (auto size = whole; size < longer; ++size) {
    std::filesystem::resize_file(written.path, size);
    {
      Journal journal = written.open();
      ASSERT_NE(journal.unfinished(), nullptr);
      EXPECT_EQ(journal.unfinished()->step, RolloutStep::begun);
      EXPECT_EQ(std::filesystem::file_size(written.path), whole);
      EXPECT_TRUE(journal.reached(RolloutStep::flipping).empty());
    }
    EXPECT_EQ(written.open().unfinished()->step, RolloutStep::flipping);
  }
}

TEST(Journal, RefusesALineThatWasChanged) {
  Written written;
  {
    Journal journal = written.open();
    EXPECT_TRUE(journal.begin(about, sides).empty());
    EXPECT_TRUE(journal.reached(RolloutStep::flipping).empty());
  }
  std::fstream file(written.path, std::ios::in | std::ios::out);
  file.seekp(40);
  file.put('#');
  file.close();
  const auto journal = Journal::open(written.path);
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(to_text(journal.problems()), HasSubstr("journal:1: the journal is damaged"));
}

/// The state of a journal as one text.
std::string state_of(const Journal& journal) {
  std::string text;
  for (const RolloutRecord& rollout : journal.rollouts())
    text += begin_record(rollout.about, rollout.sides).dump() + std::string(name_of(rollout.step)) +
            (rollout.turned ? " turned\n" : "\n");
  return text;
}

/// A journal with finished rollouts and an unfinished one, and its state after each of its lines.
struct SmallJournal : Written {
  SmallJournal() {
    Journal journal = open();
    const auto kept = [&](const Problems& problems) {
      EXPECT_TRUE(problems.empty()) << to_text(problems);
      states.push_back(state_of(journal));
    };
    kept(journal.begin(about, sides)), kept(journal.reached(RolloutStep::done));
    kept(journal.begin(about, sides.turned())), kept(journal.reached(RolloutStep::flipping));
    std::ifstream in(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  /// Returns nullopt when it is refused.
  std::optional<std::string> read(const std::string& content) const {
    std::ofstream(path, std::ios::binary) << content;
    const auto journal = Journal::look(path);
    if (journal.ok()) return state_of(*journal);
    EXPECT_THAT(to_text(journal.problems()), HasSubstr("the journal is damaged"));
    EXPECT_FALSE(journal.problems()[0].hint.empty());
    return std::nullopt;
  }

  std::vector<std::string> states{""};  ///< after so many lines
  std::string text;
};

TEST(Journal, RefusesEveryFlippedBit) {
  const SmallJournal small;
  ASSERT_EQ(small.read(small.text), small.states.back());
  for (std::size_t bit = 0; bit < 8 * small.text.size(); ++bit) {
    std::string damaged = small.text;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(small.read(damaged), std::nullopt) << "bit " << bit;
  }
}

TEST(Journal, NamesTheLastLineWhenItWasDamaged) {
  const SmallJournal small;
  std::string damaged = small.text;
  damaged[damaged.size() - 5] ^= 1;
  std::ofstream(small.path, std::ios::binary) << damaged;
  const auto journal = Journal::open(small.path);
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(to_text(journal.problems()), HasSubstr("journal:4: the journal is damaged"));
}

TEST(Journal, CutAtAnyByteSaysWhatItsWholeLinesSay) {
  const SmallJournal small;
  for (std::size_t size = 0; size <= small.text.size(); ++size) {
    const auto lines =
        std::count(small.text.begin(), small.text.begin() + static_cast<std::ptrdiff_t>(size), '\n');
    EXPECT_EQ(small.read(small.text.substr(0, size)), small.states[static_cast<std::size_t>(lines)]) << size;
  }
}

TEST(Journal, IsForOneAtATime) {
  Written written;
  const Journal journal = written.open();
  const auto another = Journal::open(written.path);
  ASSERT_FALSE(another.ok());
  EXPECT_THAT(to_text(another.problems()), HasSubstr("another ebb is at work"));
  EXPECT_TRUE(Journal::look(written.path).ok());
}

TEST(Journal, TellsARolloutThatTurnedRoundAsItWasBegun) {
  Written written;
  Journal journal = written.open();
  EXPECT_TRUE(journal.begin(about, sides).empty());
  EXPECT_TRUE(journal.reached(RolloutStep::flipping).empty());
  EXPECT_TRUE(journal.turn().empty());
  EXPECT_EQ(journal.unfinished()->sides.after, sides.before);
  EXPECT_TRUE(journal.reached(RolloutStep::drained).empty());
  EXPECT_TRUE(journal.reached(RolloutStep::undone).empty());
  EXPECT_EQ(journal.unfinished(), nullptr);
  EXPECT_EQ(journal.last_done(), nullptr);
  EXPECT_EQ(journal.rollouts().back().sides.after, sides.after);
}

}  // namespace
}  // namespace ebb::inline fabric
