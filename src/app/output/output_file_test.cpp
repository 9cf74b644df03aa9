#include "app/output/output_file.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {
using testing::HasSubstr;

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
}  // namespace ebb::inline app
