#include "study/sweep/canonical_value.hpp"

#include <gtest/gtest.h>

#include "config/toml_file.hpp"
#include "report/document/render.hpp"

namespace ebb::inline study {
namespace {

std::string spelt(const std::string& toml, const std::string& name) {
  const auto document = parse_toml(toml, "run.toml");
  EXPECT_TRUE(document) << to_text(document.problems());
  return cell_text(canonical_cell(*document, name), {});
}

TEST(CanonicalValue, APatternHasOneSpelling) {
  for (const char* written : {"pattern = \"hot_spot\"", "pattern = { name = \"hot_spot\" }"})
    EXPECT_EQ(spelt(std::string("[traffic]\n") + written, "traffic.pattern"), "hot_spot");
  EXPECT_EQ(spelt("[traffic]\npattern = { name = \"hot_spot\", fraction = 0.375 }", "traffic.pattern"),
            "hot_spot (fraction = 0.375)");
}

TEST(CanonicalValue, WhatIsAtItsDefaultIsNotNamed) {
  const std::string all = "[routing]\nname = \"ugal_l\"\nthreshold = ";
  EXPECT_EQ(spelt(all + "\"0B\"", "routing"), spelt("[routing]\nname = \"ugal_l\"", "routing"));
  EXPECT_EQ(spelt(all + "\"1024B\"", "routing"), "ugal_l (threshold = 1KiB)");
}

TEST(CanonicalValue, QuantitiesHaveOneUnit) {
  EXPECT_EQ(spelt("[switch]\ninput_buffer = \"16384B\"", "switch.input_buffer"), "16KiB");
  EXPECT_EQ(spelt("[cables]\nrate = \"40000Mb/s\"", "cables.rate"), "40Gb/s");
  EXPECT_EQ(spelt("[control]\nepoch = \"10000ns\"", "control.epoch"), "10us");
}

TEST(CanonicalValue, NumbersAndWhatIsNotThereStayAsTheyAre) {
  const auto document = parse_toml("[traffic]\nload = 0.25", "run.toml");
  EXPECT_EQ(std::get<double>(canonical_cell(*document, "traffic.load").value()), 0.25);
  EXPECT_EQ(canonical_cell(*document, "traffic.pattern").value().index(), 0u);
  std::vector<NamedFigure> parameters{{"traffic.load", Cell(0.25)}, {"label", Cell("mine")}};
  spell_alike(*document, parameters);
  EXPECT_EQ(std::get<std::string>(parameters[1].value.value()), "mine");
}

}  // namespace
}  // namespace ebb::inline study
