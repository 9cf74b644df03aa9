#include "http/access_token.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/folder_testing.hpp"

namespace ebb::inline http {
namespace {

using testing::HasSubstr;

std::string token_problem(const std::filesystem::path& path) {
  const auto token = token_in_file(path.string());
  return token ? "" : to_text(token.problems());
}

TEST(AccessToken, IsMadeForItsOwnerAloneAndKept) {
  const TestFolder folder;
  const auto path = folder.path / "token";
  const auto made = token_in_file(path.string());
  ASSERT_TRUE(made);
  EXPECT_EQ(made->size(), 32u);
  struct stat found {};
  ASSERT_EQ(stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600u);
  EXPECT_EQ(*token_in_file(path.string()), *made);
}

TEST(AccessToken, IsRefusedWhereOthersMayReadOrWriteIt) {
  const TestFolder folder;
  const auto path = folder.path / "token";
  std::ofstream(path) << "0123456789abcdef\n";
  for (const mode_t mode : {0644, 0640, 0604, 0620, 0666}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_THAT(token_problem(path), HasSubstr("others may read or write it"));
  }
  ASSERT_EQ(chmod(path.c_str(), 0400), 0);
  EXPECT_EQ(token_problem(path), "");
}

TEST(AccessToken, IsReadFromNoLinkFolderOrPipe) {
  const TestFolder folder;
  ASSERT_TRUE(token_in_file((folder.path / "token").string()));
  std::filesystem::create_symlink(folder.path / "token", folder.path / "link");
  std::filesystem::create_symlink(folder.path / "missing", folder.path / "dangling");
  EXPECT_THAT(token_problem(folder.path / "link"), HasSubstr("is a symbolic link"));
  EXPECT_THAT(token_problem(folder.path / "dangling"), HasSubstr("is a symbolic link"));
  EXPECT_FALSE(std::filesystem::exists(folder.path / "missing"));
  EXPECT_THAT(token_problem(folder.path), HasSubstr("is not a regular file"));
  ASSERT_EQ(mkfifo((folder.path / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(token_problem(folder.path / "pipe"), HasSubstr("is not a regular file"));
}

TEST(AccessToken, IsLongEnough) {
  const TestFolder folder;
  const auto path = folder.path / "token";
  std::ofstream(path) << "short\n";
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_THAT(token_problem(path), HasSubstr("holds no token of at least 16 characters"));
}

}  // namespace
}  // namespace ebb::inline http
