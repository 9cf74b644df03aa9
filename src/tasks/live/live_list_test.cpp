#include "tasks/live/live_list.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/folder_testing.hpp"

namespace ebb::inline tasks {
namespace {

class LiveListTest : public testing::Test {
 protected:
  LiveListTest() { setenv("EBB_LIVE", list_.c_str(), 1); }
  ~LiveListTest() override { unsetenv("EBB_LIVE"); }
  std::string own_file() const { return list_ + "/" + std::to_string(getpid()) + ".json"; }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(own_file()).rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(list_ + "/" + name) << text;
  }

  const TestFolder folder_;
  const std::string list_ = (folder_.path / "live").string();
};

TEST_F(LiveListTest, ListsAPageWhileItIsThere) {
  EXPECT_TRUE(listed_live_pages().empty());
  {
    const LiveListing listing("my run", "http://127.0.0.1:4711/?token=x");
    const auto pages = listed_live_pages();
    ASSERT_EQ(pages.size(), 1u);
    EXPECT_EQ(pages[0].title, "my run");
    EXPECT_EQ(pages[0].address, "http://127.0.0.1:4711/?token=x");
    EXPECT_EQ(pages[0].process, getpid());
    EXPECT_EQ(pages[0].folder, std::filesystem::current_path());
  }
  EXPECT_TRUE(listed_live_pages().empty());
  EXPECT_FALSE(std::filesystem::exists(own_file()));
}

TEST_F(LiveListTest, OnlyItsUserCanReadAToken) {
  const LiveListing listing("my run", "http://127.0.0.1:4711/?token=x");
  struct stat found {};
  ASSERT_EQ(stat(list_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0700u);
  ASSERT_EQ(stat(own_file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
}

/// Others could put pages of theirs into it, or read tokens.
TEST_F(LiveListTest, UsesNoFolderThatOthersCanEnter) {
  std::filesystem::create_directory(list_);
  chmod(list_.c_str(), 0755);
  const LiveListing listing("my run", "http://127.0.0.1:4711/?token=x");
  EXPECT_FALSE(std::filesystem::exists(own_file()));
  EXPECT_TRUE(listed_live_pages().empty());
}

TEST_F(LiveListTest, FollowsNoLinkToAFolder) {
  const std::string elsewhere = (folder_.path / "elsewhere").string();
  std::filesystem::create_directory(elsewhere);
  chmod(elsewhere.c_str(), 0700);
  std::filesystem::create_symlink(elsewhere, list_);
  const LiveListing listing("my run", "http://127.0.0.1:4711/?token=x");
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere));
}

/// Killed processes leave their files; another process may have the number by now.
TEST_F(LiveListTest, ForgetsProcessesThatAreGone) {
  const LiveListing listing("my run", "http://127.0.0.1:4711/?token=x");
  std::string other = content();
  const std::size_t start = other.find("\"start\":\"") + 9;
  write("4194305.json", other);  // above the largest process of Linux
  other.insert(start, "9");
  write("1.json", other);
  ASSERT_EQ(listed_live_pages().size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(list_ + "/4194305.json"));
  EXPECT_FALSE(std::filesystem::exists(list_ + "/1.json"));
}

TEST_F(LiveListTest, ShowsNoAddressOfOthersAndNoDamagedFile) {
  const LiveListing listing("my run", "http://evil.example/?token=x");
  EXPECT_TRUE(listed_live_pages().empty());
  for (const std::string text : {"", "{", "[]", "{\"start\":7}", "\xff\xfe"}) {
    write(std::to_string(getpid()) + ".json", text);
    EXPECT_TRUE(listed_live_pages().empty()) << text;
  }
  write("..json", "{}");
  write("x.json", "{}");
  EXPECT_TRUE(listed_live_pages().empty());
}

}  // namespace
}  // namespace ebb::inline tasks
