#include "tasks/plan/catalogue_listing.hpp"

#include <gtest/gtest.h>

#include "catalogue/topologies.hpp"

namespace ebb::inline tasks {
namespace {

const std::vector<CatalogueSection> sections = {catalogue_section("topology", topologies())};

TEST(CatalogueListing, ListsEveryEntryOnALineOfItsOwn) {
  const std::string text = list_entries(sections);
  for (const auto& e : topologies()) EXPECT_NE(text.find(std::string(e.name) + " "), std::string::npos);
}

TEST(CatalogueListing, ShowsAnEntryAsTheSectionAUserWrites) {
  const auto text = show_entry(sections, "topology", "flattened_butterfly");
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("[topology]\nname = \"flattened_butterfly\"\nc = 8"), std::string::npos);
}

TEST(CatalogueListing, SuggestsTheNearestNameForAnUnknownOne) {
  const auto text = show_entry(sections, "topology", "flatened_butterfly");
  ASSERT_FALSE(text.ok());
  EXPECT_NE(text.problems()[0].hint.find("flattened_butterfly"), std::string::npos);
}

TEST(CatalogueListing, PutsAHeadingBeforeEachOfSeveralSections) {
  const std::vector<CatalogueSection> two = {catalogue_section("topology", topologies()),
                                             catalogue_section("other", topologies())};
  EXPECT_NE(list_entries(two).find("\n[other]\n"), std::string::npos);
  const auto text = show_entry(two, "topology", "flattened_butterfly");
  EXPECT_NE(text->find("[other]"), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline tasks
