#include "experiment/device/component_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"
#include "power/device/component_energy.hpp"

namespace ebb::inline experiment {
namespace {

using testing::HasSubstr;

const std::string cluster = R"([topology]
name = "irregular"
switches = 6
degree = 3
hosts_per_switch = 1
[cables]
rate = "2.5Gb/s"
[routing]
name = "alternate_paths"
[host]
packet = "256B"
[switch]
forwarding = "store_and_forward"
input_buffer = "1KiB"
output_queue = "1KiB"
cell = "32B"
[traffic]
load = 0.3
pattern = "uniform"
arrivals = "poisson"
sizes = { name = "fixed", size = "256B" }
[run]
most_time = "200us"
warm_up = "50us"
)";

TEST(ComponentTables, OfTheProgramCanAllBeRead) {
  EXPECT_THAT(component_names(), testing::ElementsAre("kim-180nm", "kim-70nm"));
  for (const std::string& name : component_names()) {
    const auto table = find_components(name, "");
    ASSERT_TRUE(table) << to_text(table.problems());
    EXPECT_EQ(table->buffer.cell.value, 32_B);
    EXPECT_TRUE(table->link.scale.given);
  }
}

TEST(ComponentTables, UnknownNamesAndNumbersWithoutASourceAreRefused) {
  TestFolder folder;
  EXPECT_THAT(refusal_of_run(folder, cluster + "[energy]\ncomponents = [\"kim-180mn\"]\n"),
              refused("energy.components", "there is no table of components \"kim-180mn\"", "kim-180nm"));
  folder.write("mine.toml", "title = \"mine\"\n[link]\ndevice = \"kim-link\"\n[crossbar]\nsetup = \"1nJ\"\n");
  EXPECT_THAT(refusal_of_run(folder, cluster + "[energy]\ncomponents = [\"./mine.toml\"]\n"),
              refused("crossbar.setup", "does not say where the number comes from", "fitted"));
  folder.write("bare.toml", "title = \"bare\"\n");
  EXPECT_THAT(refusal_of_run(folder, cluster + "[energy]\ncomponents = [\"./bare.toml\"]\n"),
              refused("link.device", "whose states do the links have", "kim-link"));
}

TEST(ComponentTables, CellsAreCountedWithCreditsAndInWholeFlits) {
  TestFolder folder;
  EXPECT_THAT(refusal_of_run(folder, cluster + "[flow]\nname = \"drop\"\n"),
              refused("switch.cell", "cells are counted with credits", "leave it out"));
  std::string worms = cluster;
  worms.replace(worms.find("store_and_forward"), 17, "wormhole\"\nflit = \"48B");
  EXPECT_THAT(refusal_of_run(folder, worms), refused("switch.cell", "no whole cells", "32 bytes"));
}

/// A buffer of four packets of 4 KiB has 513 cells. In an empty one a single cell is powered (Kim, 3.1: up to
/// 80 % are saved).
TEST(ComponentTables, AnEmptyBufferThatSleepsSavesFourFifths) {
  const auto table = find_components("kim-70nm", "");
  ASSERT_TRUE(table) << to_text(table.problems());
  const auto saved = [&](double powered) {
    ComponentActivity did;
    did.time = 1_ms, did.buffers = 1, did.cells = 513, did.cells_powered = powered;
    const ComponentEnergies e = energies_of(did, *table);
    return 1 - e.sleeping_leakage->v / e.buffer_leakage->v;
  };
  EXPECT_NEAR(saved(1), 0.8, 0.005);
  EXPECT_NEAR(saved(513), 0, 1e-12);
  EXPECT_NEAR(saved(257), saved(1) / 2, 1e-12) << "in proportion to what is in use";
}

/// Every number of the table is known, so the energy of every component is. The energies follow from the
/// counts.
TEST(ComponentTables, SayWhatEachPartOfARunDrew) {
  TestFolder folder;
  auto input = read_run(folder.write("run.toml", cluster + "[energy]\ncomponents = [\"kim-180nm\"]\n"), {});
  ASSERT_TRUE(input) << to_text(input.problems());
  auto prepared = prepare_run(std::move(*input));
  ASSERT_TRUE(prepared) << to_text(prepared.problems());
  const auto result = run_or_problems(**prepared);
  ASSERT_TRUE(result) << to_text(result.problems());
  ASSERT_EQ(result->components.size(), 1u);
  ASSERT_TRUE(result->buffers);
  const BufferUse& buffers = *result->buffers;
  // 24 ports with two virtual channels, an input and an output buffer for each, of 32 cells and one more.
  EXPECT_EQ(buffers.buffers, 24u * 2 * 2);
  EXPECT_EQ(buffers.cells, buffers.buffers * 33);
  EXPECT_GT(buffers.in_use, 1);
  EXPECT_LT(buffers.powered(), static_cast<double>(buffers.cells));
  const ComponentResult& parts = result->components[0];
  for (const ComponentEnergy& part : parts.parts) EXPECT_TRUE(part.energy) << part.part;
  const double seconds = (result->metered_until - result->statistics.measured_from).seconds();
  // 18 + 12 channels at 70 mW.
  EXPECT_NEAR(parts.parts[0].energy->v, 30 * 0.07 * seconds, 1e-9);
  EXPECT_GT(result->metered_hops, result->statistics.packet_latency.samples);
}

}  // namespace
}  // namespace ebb::inline experiment
