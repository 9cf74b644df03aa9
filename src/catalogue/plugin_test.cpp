#include "catalogue/plugin.hpp"

#include <gmock/gmock.h>

#include "catalogue/added_entries.hpp"
#include "catalogue/policies.hpp"
#include "power/policy/static_rate.hpp"

namespace ebb::inline catalogue {
namespace {
using testing::HasSubstr;

TEST(AddedEntries, ComeAfterTheCataloguesOwn) {
  static constexpr Entry<Policy> own[] = {entry<Policy, StaticRate>("own", "")};
  AddedEntries<Policy> added;
  EXPECT_EQ(added.after(own).data(), own);
  added.add(entry<Policy, StaticRate>("new", ""));
  EXPECT_THAT(entry_names(added.after(own)), testing::ElementsAre("own", "new"));
}

TEST(AddedEntries, LeaveWhatWasHandedOutAsItWas) {
  static constexpr Entry<Policy> own[] = {entry<Policy, StaticRate>("own", "")};
  AddedEntries<Policy> added;
  added.add(entry<Policy, StaticRate>("one", ""));
  const auto before = added.after(own);
  added.add(entry<Policy, StaticRate>("two", ""));
  EXPECT_EQ(added.after(own).size(), 3u);
  EXPECT_THAT(entry_names(before), testing::ElementsAre("own", "one"));
}

TEST(Plugin, IsRefusedWholeWhenANameIsTaken) {
  Plugin plugin;
  plugin.add(entry<Policy, StaticRate>("of_a_test", ""));
  plugin.add(entry<Policy, StaticRate>("static", ""));
  const Problems problems = add_to_catalogues(plugin, "libmine.so");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(to_text(problems),
              HasSubstr("libmine.so: brings the policy \"static\", but there is one already"));
  EXPECT_EQ(find_entry(policies(), "of_a_test"), nullptr);
}

TEST(Plugin, MayNotBringTheSameNameTwice) {
  Plugin plugin;
  plugin.add(entry<Policy, StaticRate>("twice", ""));
  plugin.add(entry<Policy, StaticRate>("twice", ""));
  EXPECT_EQ(add_to_catalogues(plugin, "libmine.so").size(), 1u);
}

}  // namespace
}  // namespace ebb::inline catalogue
