#include "config/data_files.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "base/folder_testing.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline config {
namespace {
using testing::AllOf;
using testing::HasSubstr;

class DataFiles : public testing::Test {
 protected:
  void TearDown() override {
    ::unsetenv("EBB_HOME");
    use_data_of("");
  }
};

TEST_F(DataFiles, AreFoundWithoutBeingToldWhere) {
  EXPECT_TRUE(std::filesystem::exists(data_file("devices/abts-switch.toml")));
  EXPECT_EQ(missing_data_hint(), "");
}

TEST_F(DataFiles, AreNamedByThePathThatAReaderMayEdit) {
  const std::string file = data_file("devices/abts-switch.toml");
  EXPECT_EQ(file, std::filesystem::canonical(file).string());
}

TEST_F(DataFiles, AreWhereTheUserSays) {
  const TestFolder own;
  std::filesystem::create_directories(own.path / "devices");
  ::setenv("EBB_HOME", own.path.c_str(), 1);
  EXPECT_EQ(data_file("devices/x.toml"), (own.path / "devices/x.toml").string());
  EXPECT_EQ(missing_data_hint(), "");
}

TEST_F(DataFiles, AreWhereTheProgramSaysUnlessTheUserSaysOtherwise) {
  const TestFolder program, user;
  std::filesystem::create_directories(program.path / "devices");
  use_data_of(program.path.string());
  EXPECT_EQ(data_file("a"), (std::filesystem::canonical(program.path) / "a").string());
  ::setenv("EBB_HOME", user.path.c_str(), 1);
  EXPECT_EQ(data_file("a"), (user.path / "a").string());
}

TEST_F(DataFiles, ThatAreNowhereAreMissedByName) {
  ::setenv("EBB_HOME", "/nowhere", 1);
  EXPECT_THAT(missing_data_hint(), AllOf(HasSubstr("\"/nowhere\""), HasSubstr("unset it")));
  const auto paper = read_toml(data_file("papers/abts.toml"));
  ASSERT_FALSE(paper);
  EXPECT_THAT(to_text(paper.problems()),
              AllOf(HasSubstr("/nowhere/papers/abts.toml"), HasSubstr("EBB_HOME")));
}

TEST_F(DataFiles, AMissingFileOfTheUserIsNoneOfOurs) {
  ::setenv("EBB_HOME", "/nowhere", 1);
  const auto own = read_toml("not-there.toml");
  ASSERT_FALSE(own);
  EXPECT_THAT(to_text(own.problems()), HasSubstr("check the path"));
}

}  // namespace
}  // namespace ebb::inline config
