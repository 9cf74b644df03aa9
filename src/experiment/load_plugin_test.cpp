#include "experiment/load_plugin.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "catalogue/plugin.hpp"
#include "experiment/program.hpp"

namespace ebb::inline experiment {
namespace {
using testing::HasSubstr;

TEST(LoadPlugin, TellsFromTheBytesWhatAPluginWasMadeFor) {
  const std::string before(
      "\x7f"
      "ELF\0\0",
      6),
      after("\0more\0", 6);
  EXPECT_EQ(plugin_made_for(before + EBB_PLUGIN_MARK "0.1.0+abc gcc 12" + after), "0.1.0+abc gcc 12");
  EXPECT_EQ(plugin_made_for(before + after), "");
}

TEST(LoadPlugin, RefusesAFileThatIsNone) {
  const TestFolder folder;
  EXPECT_THAT(to_text(load_plugin(folder.write("x.so", "some text"))), HasSubstr("is no plugin of ebb"));
  EXPECT_THAT(to_text(load_plugin((folder.path / "missing.so").string())),
              HasSubstr("there is no such file"));
}

TEST(LoadPlugin, RefusesOneOfAnotherBuildBeforeItIsLoaded) {
  const TestFolder folder;
  const std::string file = folder.write("x.so", std::string(EBB_PLUGIN_MARK "0.0.9+old gcc 9") + '\0');
  const std::string said = to_text(load_plugin(file));
  EXPECT_THAT(said, HasSubstr("was made for ebb 0.0.9+old gcc 9, but this is ebb " + plugin_build()));
  EXPECT_THAT(said, HasSubstr("build the plugin again"));
}

TEST(LoadPlugin, RefusesWhatAnybodyMayWrite) {
  const TestFolder folder;
  const std::string file = folder.write("x.so", std::string(EBB_PLUGIN_MARK) + plugin_build() + '\0');
  std::filesystem::permissions(file, std::filesystem::perms::all);
  EXPECT_THAT(to_text(load_plugin(file)), HasSubstr("anybody may write to it"));
}

TEST(LoadPlugin, SaysWhyTheLoaderWouldNotHaveIt) {
  const TestFolder folder;
  const std::string file = folder.write("x.so", std::string(EBB_PLUGIN_MARK) + plugin_build() + '\0');
  EXPECT_THAT(to_text(load_plugin(file)), HasSubstr("cannot be loaded: "));
  EXPECT_EQ(program_version(), program_release());
}

}  // namespace
}  // namespace ebb::inline experiment
