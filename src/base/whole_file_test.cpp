#include "base/whole_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "base/folder_testing.hpp"

namespace ebb::inline base {
namespace {

using testing::HasSubstr;

class AWholeFile : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t entries() const {
    const std::filesystem::directory_iterator all(folder_.path);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  static std::string written(const std::string& name, std::string_view text,
                             Existing existing = Existing::is_replaced) {
    WholeFile file(name, existing);
    file.write(text);
    return file.finish();
  }
  TestFolder folder_;
};

TEST_F(AWholeFile, HasItsNameOnlyWhenItIsFinished) {
  folder_.write("out", "old");
  {
    WholeFile file(path("out"));
    file.write("new");
    EXPECT_EQ(content(path("out")), "old");
    EXPECT_EQ(entries(), 2u);
    EXPECT_EQ(file.finish(), "");
  }
  EXPECT_EQ(content(path("out")), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AWholeFile, LeavesNothingWhenItIsGivenUp) {
  folder_.write("out", "old");
  { WholeFile(path("out")).write(std::string(1'000'000, 'x')); }
  EXPECT_EQ(content(path("out")), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AWholeFile, OfTwoToOneNameBothAreWhole) {
  WholeFile first(path("out"), Existing::is_kept), second(path("out"), Existing::is_kept);
  first.write("first"), second.write("second");
  EXPECT_EQ(second.finish(), "");
  EXPECT_EQ(first.finish(), "it is there already");
  EXPECT_EQ(content(path("out")), "second");
}

TEST_F(AWholeFile, FollowsAndReplacesNoLink) {
  const std::string precious = folder_.write("precious", "mine");
  ASSERT_EQ(symlink(precious.c_str(), path("link").c_str()), 0);
  EXPECT_THAT(written(path("link"), "x"), HasSubstr("symbolic link"));
  EXPECT_THAT(check_writable(path("link")), HasSubstr("symbolic link"));
  EXPECT_EQ(content(precious), "mine");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  WholeFile late(path("late"));
  ASSERT_EQ(symlink(precious.c_str(), path("late").c_str()), 0);
  EXPECT_THAT(late.finish(), HasSubstr("symbolic link"));
  EXPECT_EQ(content(precious), "mine");
}

TEST_F(AWholeFile, TakesNoDeviceFolderOrPipeForAFile) {
  EXPECT_EQ(written("/dev/null", "x"), "it is no regular file");
  EXPECT_EQ(written(folder_.path.string(), "x"), "it is a folder");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(check_writable(path("pipe")), "it is no regular file");
}

TEST_F(AWholeFile, SaysWhyItCannotBe) {
  EXPECT_EQ(written(path("no/such"), "x"), "its folder is not there");
  EXPECT_EQ(written("/proc/x", "x"), "its folder is not there") << "nothing can be made there";
  WholeFile file(path("gone/file"));
  EXPECT_NE(file.wrong(), "");
}

TEST_F(AWholeFile, NoticesThatItsFolderHasGone) {
  std::filesystem::create_directory(folder_.path / "sub");
  WholeFile file(path("sub/file"));
  file.write("x");
  std::filesystem::remove_all(folder_.path / "sub");
  EXPECT_EQ(file.finish(), "its folder is not there");
}

/// In its own process: limits cannot be raised again.
TEST_F(AWholeFile, NoticesALimitOnFileSizes) {
  folder_.write("out", "old");
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10'000, 10'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string wrong = written(path("out"), std::string(100'000, 'x'));
    _exit(wrong.find("limit on file sizes") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content(path("out")), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AWholeFile, FoldersAreWholeToo) {
  EXPECT_EQ(write_whole_folder(path("results"), {{"a", "1"}, {"b", "2"}}), "");
  EXPECT_EQ(content(path("results/b")), "2");
  EXPECT_EQ(write_whole_folder(path("results"), {{"a", "3"}}), "it is there already");
  EXPECT_EQ(content(path("results/a")), "1");
  EXPECT_EQ(write_whole_folder(path("other"), {{"a", "1"}, {"no/such/folder", "2"}}),
            "its folder is not there");
  std::filesystem::create_directory(folder_.path / "empty");
  EXPECT_EQ(write_whole_folder(path("empty"), {{"a", "3"}}), "it is there already");
  EXPECT_EQ(entries(), 2u);
  EXPECT_EQ(write_whole_folder(path("with"), {{"a", "1"}, {"files/b", "2"}, {"files/c", "3"}}), "");
  EXPECT_EQ(content(path("with/files/c")), "3");
}

TEST(OutputFile, ReplacesOnlyWhatItWouldHaveMade) {
  const TestFolder folder;
  const auto said = [&](const std::string& file) {
    return to_text(check_output_file(file, {"%PDF-", "<svg"}, "a figure"));
  };
  EXPECT_EQ(said((folder.path / "new.svg").string()), "");
  EXPECT_EQ(said(folder.write("empty.svg", "")), "");
  EXPECT_EQ(said(folder.write("old.svg", "<?xml version=\"1.0\"?>\n<svg width=\"3\">")), "");
  EXPECT_EQ(said(folder.write("old.pdf", "%PDF-1.7\n")), "");
  EXPECT_THAT(said(folder.write("run.toml", "[topology]\nname = \"star\"\n")),
              HasSubstr("is there already, and is not a figure"));
  EXPECT_THAT(said(folder.write("far.txt", std::string(600, '.') + "<svg")), HasSubstr("name another file"));
}

}  // namespace
}  // namespace ebb::inline base
