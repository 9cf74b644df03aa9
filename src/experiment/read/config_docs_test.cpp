#include "experiment/read/config_docs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "config/toml_file.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/plan_config.hpp"
#include "experiment/read/run_config.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

TEST(ConfigDocs, EverySectionThatACommandKnowsIsDocumented) {
  const auto sections = documented_sections();
  for (const SectionInfo& known : known_sections())
    EXPECT_TRUE(std::any_of(sections.begin(), sections.end(), [&](const DocumentedSection& s) {
      return s.path == known.name;
    })) << known.name;
}

TEST(ConfigDocs, TheExampleHasEverySectionAndIsAPlanAndARun) {
  const auto sections = documented_sections();
  const std::string text = example_configuration(sections);
  const auto root = parse_toml(text, "example.toml");
  ASSERT_TRUE(root.ok()) << to_text(root.problems());
  for (const DocumentedSection& s : sections)
    EXPECT_EQ(find_path(*root, s.path) != nullptr, !s.instead) << s.path;

  const std::string path = testing::TempDir() + "ebb_config_docs_example.toml";
  std::ofstream(path) << text;
  const auto plan = read_plan(path);
  EXPECT_TRUE(plan.ok()) << to_text(plan.problems());
  const auto run = read_run(path, {});
  EXPECT_TRUE(run.ok()) << to_text(run.problems());
  std::filesystem::remove(path);
}

/// A file needs what the page lists as required, and nothing else.
TEST(ConfigDocs, NameWhatHasNoDefault) {
  EXPECT_THAT(config_docs(), testing::Not(HasSubstr("Every key has a default")));
  const std::string path = testing::TempDir() + "ebb_config_docs_least.toml";
  const std::string topology = "[topology]\nname = \"star\"\n", load = "[traffic]\nload = 0.1\n",
                    routing = "[routing]\nname = \"shortest_path\"\n";
  const auto reads = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_run(path, {}).ok();
  };
  EXPECT_TRUE(reads(topology + routing + load));
  EXPECT_FALSE(reads(routing + load) || reads(topology + load) || reads(topology + routing));
  std::ofstream(path) << topology;
  EXPECT_TRUE(read_plan(path).ok());
  std::filesystem::remove(path);
}

TEST(ConfigDocs, ThePageNamesEveryParameterOfEveryEntry) {
  const std::string page = config_docs();
  for (const DocumentedSection& section : documented_sections())
    for (const EntryInfo& e : section.entries) {
      EXPECT_THAT(page, HasSubstr("name = \"" + std::string(e.name) + "\""));
      for (const FieldInfo& f : e.fields()) EXPECT_THAT(page, HasSubstr("| `" + f.name + "` | "));
    }
}

TEST(ConfigDocs, ThePageListsTheUnits) {
  EXPECT_THAT(config_docs(), HasSubstr("| rate | Tb/s, Gb/s, Mb/s, kb/s, b/s | `\"40Gb/s\"` |"));
}

}  // namespace
}  // namespace ebb::inline experiment
