#include "base/growing_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ebb::inline base {
namespace {

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class GrowingFileTest : public testing::Test {
 protected:
  const std::string path_ =
      testing::TempDir() + "growing-file-" + testing::UnitTest::GetInstance()->current_test_info()->name();
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(GrowingFileTest, IsWholeAfterEveryAddition) {
  GrowingFile file(path_, Existing::is_kept);
  file.put(bytes("one."), bytes("end"));
  EXPECT_EQ(content(path_), "one.end");
  file.put(bytes("two."), bytes("e"));
  EXPECT_EQ(content(path_), "one.two.e");
  file.put({}, bytes("last"));
  EXPECT_EQ(content(path_), "one.two.last");
  file.put({}, bytes("x"));  // shorter than the one before
  EXPECT_EQ(content(path_), "one.two.x");
  file.put(bytes("three."), {});
  EXPECT_EQ(file.finish(), "");
  EXPECT_EQ(content(path_), "one.two.three.");
}

TEST_F(GrowingFileTest, TellsAtTheStartThatTheNameIsTaken) {
  std::ofstream(path_) << "theirs";
  GrowingFile kept(path_, Existing::is_kept);
  kept.put(bytes("ours"), {});
  EXPECT_EQ(kept.wrong(), "it is there already");
  EXPECT_EQ(content(path_), "theirs");
  GrowingFile replaced(path_, Existing::is_replaced);
  replaced.put(bytes("ours"), {});
  EXPECT_EQ(replaced.finish(), "");
  EXPECT_EQ(content(path_), "ours");
}

/// Whether a kill has cut the write that crosses a page of the kernel: all is new before the page's end, and
/// old behind it.
bool is_cut_at_a_page(const std::string& all) { return all.size() > 4096 && all.size() % 4096 < 8; }

TEST_F(GrowingFileTest, IsWholeWhenItsWriterIsKilled) {
  int cut = 0;  // one write in 273 crosses a page
  for (int round = 0; round < 10; ++round) {
    std::filesystem::remove(path_);
    const pid_t child = fork();
    if (child == 0) {
      GrowingFile file(path_, Existing::is_kept);
      for (;;) file.put(bytes("a line of text\n"), bytes("the end\n"));
    }
    ASSERT_GT(child, 0);
    const auto grown = [&] {  // it is there, and has been added to
      std::error_code error;
      const auto size = std::filesystem::file_size(path_, error);
      return !error && size > 15 + 8;
    };
    while (!grown()) usleep(100);
    usleep(static_cast<useconds_t>(1'000 + round * 777));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const std::string all = content(path_);
    if (is_cut_at_a_page(all)) {
      ++cut;
      continue;
    }
    ASSERT_TRUE(all.ends_with("the end\n")) << round;
    EXPECT_EQ(all.find("the end"), all.size() - 8);
    EXPECT_EQ((all.size() - 8) % 15, 0u);
  }
  EXPECT_LE(cut, 3);
}

}  // namespace
}  // namespace ebb::inline base
