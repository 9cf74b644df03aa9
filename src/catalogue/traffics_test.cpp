#include "catalogue/traffics.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "config/toml_file.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline catalogue {
namespace {

Result<TrafficConfig> read(const std::string& text) {
  const auto file = parse_toml(text, "run.toml");
  EXPECT_TRUE(file.ok());
  return read_traffic(*file->find("traffic"));
}

void expect_problem(const std::string& text, std::string_view where, std::string_view words) {
  SCOPED_TRACE(text);
  const auto config = read(text);
  ASSERT_FALSE(config.ok());
  ASSERT_EQ(config.problems().size(), 1u) << to_text(config.problems());
  EXPECT_EQ(config.problems()[0].where, where);
  EXPECT_NE(config.problems()[0].what.find(words), std::string::npos) << config.problems()[0].what;
  EXPECT_NE(config.problems()[0].hint, "");
}

TEST(ReadTraffic, TakesSectionsTablesAndBareNames) {
  const auto config = read(
      "[traffic]\nload = 0.25\npattern = 'tornado'\nsizes = {name = 'fixed', size = '64B'}\n"
      "[traffic.arrivals]\nname = 'on_off_pareto'\non = '10us'\n");
  ASSERT_TRUE(config.ok()) << to_text(config.problems());
  EXPECT_EQ(config->parts.load, 0.25);
  EXPECT_EQ(config->parts.sizes->mean(Cutting{}).bytes, 64);
}

TEST(ReadTraffic, DefaultsToUniformPoissonAndOneSize) {
  const auto config = read("[traffic]\nload = 1\n");
  ASSERT_TRUE(config.ok()) << to_text(config.problems());
  EXPECT_EQ(config->parts.sizes->mean(Cutting{}).packets, 1);
}

TEST(ReadTraffic, RefusesWithPlaceAndHint) {
  expect_problem("[traffic]\n", "run.toml:1:1: traffic.load", "missing");
  expect_problem("[traffic]\nload = 0\n", "run.toml:2:1: traffic.load", "must be 1e-09 to 1");
  expect_problem("[traffic]\nload = 1.2\n", "run.toml:2:1: traffic.load", "must be 1e-09 to 1");
  expect_problem("[traffic]\nload = 'half'\n", "run.toml:2:1: traffic.load", "number");
  expect_problem("[traffic]\nload = 0.5\narrivals = 'closed_loop'\n", "run.toml:2:1: traffic.load",
                 "closed loop");
  expect_problem("[traffic]\nload = 0.5\npatern = 'uniform'\n", "run.toml:3:1: traffic.patern", "unknown");
  expect_problem("[traffic]\nload = 0.5\npattern = 'unifrom'\n", "run.toml:3:1: traffic.pattern.name",
                 "unknown");
  expect_problem("[traffic]\nload = 0.5\npattern = 3\n", "run.toml:3:1: traffic.pattern.name", "missing");
  expect_problem("[traffic]\nload = 0.5\nsizes = {name = 'fixed', size = '0B'}\n",
                 "run.toml:3:26: traffic.sizes.size", "between 1B and");
  expect_problem("[traffic]\nload = 0.5\nsizes = {name = 'distribution', file = 'websearch'}\n",
                 "run.toml:3:33: traffic.sizes.file", "does not ship");
  expect_problem("[traffic]\nload = 0.5\nsizes = {name = 'distribution', file = 'no/such.toml'}\n",
                 "run.toml:3:33: traffic.sizes.file", "no such file");
  expect_problem("traffic = 7\n", "run.toml:1:1: traffic", "a table is expected");
}

TEST(ReadTraffic, ReportsAllProblemsAtOnce) {
  const auto config = read(
      "[traffic]\nload = 2\npattern = {name = 'hot_spot', fraction = 7}\narrivals = {name = 'on_off_pareto', "
      "peak = 0}\n"
      "sizes = {name = 'range', least = '0B'}\n");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.problems().size(), 3u);  // the load is not checked while the arrivals are wrong
}

TEST(ReadTraffic, ReadsASizeFileOfTheUsersOwnAndNamesItsLines) {
  const std::string path = testing::TempDir() + "ebb_sizes_of_my_own.toml";
  std::ofstream(path) << "title = 'mine'\npoints = [[64, 0.5], [1500, 1.0]]\n";
  const std::string text = "[traffic]\nload = 0.5\nsizes = {name = 'distribution', file = '" + path + "'}\n";
  const auto good = read(text);
  ASSERT_TRUE(good.ok()) << to_text(good.problems());
  EXPECT_DOUBLE_EQ(good->parts.sizes->mean(Cutting{}).bytes, 0.5 * 64 + 0.5 * (65 + 1500) / 2);
  std::ofstream(path) << "title = 'mine'\npoints = [[64, 0.5], [1500, 0.4]]\n";
  const auto bad = read(text);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.problems()[0].where, path + ":2:1: points");
}

TEST(BindTraffic, PlacesWhatDoesNotFitTheNetwork) {
  auto config = read("[traffic]\nload = 0.5\n[traffic.pattern]\nname = 'adversarial'\noffset = 8\n");
  ASSERT_TRUE(config.ok());
  FlattenedButterfly t;
  t.c = 1, t.sizes = {4, 4};
  const auto traffic = bind_traffic(std::move(*config), t.build(Cables{}), Cutting{}, 1);
  ASSERT_FALSE(traffic.ok());
  ASSERT_EQ(traffic.problems().size(), 1u);
  EXPECT_EQ(traffic.problems()[0].where, "run.toml:5:1: traffic.pattern.offset");
}

TEST(Catalogues, HaveDefaultsThatPassTheirOwnChecks) {
  const auto reads = [](const auto& catalogue) {
    for (const auto& e : catalogue) {
      Problems problems;
      EXPECT_NE(e.read(Node{}, "", {}, problems), nullptr) << e.name << to_text(problems);
      for (const FieldInfo& f : e.fields()) EXPECT_FALSE(f.help.empty()) << e.name;
    }
  };
  reads(patterns()), reads(arrival_processes()), reads(size_distributions()), reads(workloads());
}

}  // namespace
}  // namespace ebb::inline catalogue
