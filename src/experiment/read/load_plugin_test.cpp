#include "experiment/read/load_plugin.hpp"

#include <gmock/gmock.h>
#include <link.h>

#include <cstring>

#include "base/folder_testing.hpp"
#include "catalogue/plugin.hpp"
#include "experiment/run/program.hpp"

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

/// Returns `size` bytes that begin with the header of a shared object whose section table begins after them.
std::string shared_object(std::size_t size) {
  ElfW(Ehdr) header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_shoff = size, header.e_shnum = 2, header.e_shentsize = sizeof(ElfW(Shdr));
  std::string bytes(size + 2 * sizeof(ElfW(Shdr)), '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  const std::string mark = EBB_PLUGIN_MARK + plugin_build();
  bytes.replace(sizeof header, mark.size(), mark);
  return bytes;
}

TEST(LoadPlugin, RefusesOneThatWasCutOffBeforeTheLoaderDiesOfIt) {
  const TestFolder folder;
  const std::string whole = shared_object(1000);
  for (const std::size_t size : {whole.size() - 1, whole.size() - 129, std::size_t{500}})
    EXPECT_THAT(to_text(load_plugin(folder.write("x.so", whole.substr(0, size)))),
                HasSubstr("is cut off: a part of it is missing"))
        << size;
  EXPECT_THAT(to_text(load_plugin(folder.write("y.so", std::string(EBB_PLUGIN_MARK) + plugin_build()))),
              HasSubstr("is no shared object"));
}

TEST(LoadPlugin, SaysWhyTheLoaderWouldNotHaveIt) {
  const TestFolder folder;
  EXPECT_THAT(to_text(load_plugin(folder.write("x.so", shared_object(1000)))),
              HasSubstr("cannot be loaded: "));
  EXPECT_EQ(program_version(), program_release());
}

}  // namespace
}  // namespace ebb::inline experiment
