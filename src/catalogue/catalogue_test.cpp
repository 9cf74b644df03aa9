// Properties of every entry of the catalogue of topologies when its parameters are written in a file.
#include "catalogue/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "catalogue/topologies.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline catalogue {
namespace {

using testing::HasSubstr;

struct Reading {
  std::unique_ptr<Topology> topology;
  Problems problems;
};

Reading read_topology(const std::string& section) {
  Reading reading;
  const auto root = parse_toml(section, "f.toml");
  if (!root) return {nullptr, root.problems()};
  reading.topology = read_named(topologies(), *root->find("topology"), "topology", reading.problems);
  return reading;
}

std::string section_of(const EntryInfo& entry, const std::string& line = "") {
  return fmt::format("[topology]\nname = \"{}\"\n{}\n", entry.name, line);
}

TEST(Catalogue, EveryTopologyReadsBackItsOwnDefaults) {
  for (const auto& entry : topologies()) {
    std::string lines;
    for (const FieldInfo& f : entry.fields()) lines += fmt::format("{} = {}\n", f.name, f.initial);
    const Reading reading = read_topology(section_of(entry, lines));
    if (entry.name == "graph")  // it has no default file
      EXPECT_NE(to_text(reading.problems).find("reads a file"), std::string::npos);
    else
      EXPECT_TRUE(reading.topology) << entry.name << "\n" << to_text(reading.problems);
  }
}

TEST(Catalogue, EveryWholeNumberIsRefusedAtItsLineOrMakesSenseHoweverLargeOrSmall) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                         most = std::numeric_limits<std::int64_t>::max();
  for (const auto& entry : topologies())
    for (const FieldInfo& f : entry.fields())
      for (const std::int64_t value : {least, least + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
                                       std::int64_t{1} << 31, std::int64_t{1} << 32, most - 1, most}) {
        const std::string number =
            f.type == "list of whole number" ? fmt::format("[{0}, {0}]", value) : fmt::format("{}", value);
        if (f.type != "whole number" && f.type != "list of whole number") continue;
        const Reading reading = read_topology(section_of(entry, fmt::format("{} = {}", f.name, number)));
        const std::string what = fmt::format("{}.{} = {}", entry.name, f.name, number);
        if (reading.topology)
          EXPECT_LE(reading.topology->facts().ports_used, most_ports) << what;
        else
          EXPECT_THAT(to_text(reading.problems), HasSubstr("f.toml:")) << what;
      }
}

TEST(Catalogue, RefusesAMissingUnknownOrOddName) {
  EXPECT_THAT(to_text(read_topology("[topology]\nk = 2").problems),
              HasSubstr("f.toml:1:1: topology.name: is missing"));
  EXPECT_THAT(to_text(read_topology("[topology]\nname = 3").problems),
              HasSubstr("f.toml:2:1: topology.name"));
  const std::string unknown = to_text(read_topology("[topology]\nname = \"dragonfli\"").problems);
  EXPECT_THAT(unknown, HasSubstr("f.toml:2:1: topology.name: is \"dragonfli\", which is unknown"));
  EXPECT_THAT(unknown, HasSubstr("did you mean \"dragonfly\"? valid: "));
  EXPECT_THAT(to_text(read_topology("topology = [1]").problems), HasSubstr("f.toml:1:1: topology"));
}

TEST(Catalogue, ShowsAllProblemsOfASectionTogether) {
  const Problems problems =
      read_topology("[topology]\nname = \"flattened_butterfly\"\nc = -1.5\nkk = 3\nn = \"3\"\n").problems;
  ASSERT_EQ(problems.size(), 3u);
  const Problems meaning =
      read_topology("[topology]\nname = \"flattened_butterfly\"\nc = 0\nk = 1\nn = 1\n").problems;
  ASSERT_EQ(meaning.size(), 3u);
  EXPECT_EQ(meaning[0].where, "f.toml:3:1: topology.c");
}

}  // namespace
}  // namespace ebb::inline catalogue
