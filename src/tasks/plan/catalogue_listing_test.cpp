#include "tasks/plan/catalogue_listing.hpp"

#include <gtest/gtest.h>

#include "catalogue/topologies.hpp"

namespace ebb::inline tasks {
namespace {

const std::vector<CatalogueSection> sections = catalogues_of("topology");

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
  std::vector<CatalogueSection> two = sections;
  two.push_back({"other", sections[0].entries});
  EXPECT_NE(list_entries(two).find("\n[other]\n"), std::string::npos);
  const auto text = show_entry(two, "topology", "flattened_butterfly");
  EXPECT_NE(text->find("[other]"), std::string::npos);
}

TEST(CatalogueListing, HasTheSectionsOfEveryKind) {
  EXPECT_EQ(catalogues_of("routing")[0].path, "routing");
  EXPECT_EQ(catalogues_of("policy")[0].path, "control.policy");
  const auto traffic = catalogues_of("traffic");
  ASSERT_EQ(traffic.size(), 4u);
  EXPECT_EQ(traffic[3].path, "traffic.workload");
}

}  // namespace
}  // namespace ebb::inline tasks
