#include "tasks/study/reproduce_task.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace ebb::inline tasks {
namespace {

TEST(ReproduceTask, ChoosesEachOnceInTheOrderOfTheNames) {
  const auto chosen = chosen_reproductions({"abts-table2", "abts-table1", "abts-table2"});
  ASSERT_TRUE(chosen);
  ASSERT_EQ(chosen->size(), 2u);
  EXPECT_EQ((*chosen)[0]->name, "abts-table2");
  EXPECT_EQ(chosen_reproductions({"all"})->size(), reproductions().size());
}

TEST(ReproduceTask, NamesTheNearestOfAnUnknownName) {
  const auto chosen = chosen_reproductions({"abts-tabel1"});
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.problems()[0].hint, testing::HasSubstr("abts-table1"));
}

TEST(ReproduceTask, GivesOneAsAnObjectAndAFolderAsAList) {
  const auto numbers = reproduce_numbers({.names = {"abts-table2"}, .effort = {}}, {});
  ASSERT_TRUE(numbers);
  const auto one = nlohmann::json::parse(render(*numbers, Format::json));
  EXPECT_EQ(one["name"], "abts-table2");
  EXPECT_EQ(one["origin"]["command"], "ebb reproduce abts-table2");
  for (const auto& [name, text] : reproduction_files(*numbers))
    if (name == "reproduction.json") {
      EXPECT_TRUE(nlohmann::json::parse(text).is_array());
    }
}

}  // namespace
}  // namespace ebb::inline tasks
