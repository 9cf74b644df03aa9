#include "experiment/run/run_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"

namespace ebb::inline experiment {
namespace {

RunInput example(const std::string& name, const std::vector<std::string>& settings = {}) {
  auto input = read_run(data_file("examples/" + name), settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  return std::move(*input);
}

TEST(RunMemory, FromTheClosedFormsIsNeverMoreThanFromTheNetwork) {
  for (const char* name : {"run-fbfly-512.toml", "run-clos-adaptive.toml", "run-mesh-8x8.toml"}) {
    RunInput input = example(name);
    const Facts facts = input.topology->facts();
    const Network network = input.topology->build(input.cables);
    EXPECT_LE(least_memory(facts), fit_run(input, network, memory_of_machine())->memory) << name;
  }
}

TEST(RunMemory, CountsTheFiguresOfEachChannelWhereTheyAreAskedFor) {
  const auto needed = [](bool each_channel) {
    return (*prepare_run(example("run-fbfly-512.toml"), memory_of_machine(), nullptr, each_channel))->memory;
  };
  const std::uint64_t with = needed(true), without = needed(false);
  EXPECT_GT(with, without);
  const auto refused = prepare_run(example("run-fbfly-512.toml"), (with + without) / 2, nullptr, true);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.problems()[0].hint, testing::HasSubstr("leave out -o"));
}

TEST(RunMemory, ExpectsMorePacketsUnderWayAtAHigherLoad) {
  const auto packets = [](const std::vector<std::string>& settings) {
    RunInput input = example("run-fbfly-512.toml", settings);
    const Network network = input.topology->build(input.cables);
    const auto fitted = fit_run(input, network, memory_of_machine());
    EXPECT_TRUE(fitted) << to_text(fitted.problems());
    return under_way(input, *fitted->traffic).packets / network.hosts;
  };
  // Measured: 1.8 at load 0.5, 9 at 0.9; a closed loop has what it keeps under way.
  EXPECT_NEAR(packets({"traffic.load=0.5"}), 2.5, 1.5);
  EXPECT_NEAR(packets({"traffic.load=0.9"}), 9, 5);
  EXPECT_GE(packets({"traffic={arrivals={name=\"closed_loop\", outstanding=16}}"}), 16);
  // Hosts of a long loop send all that the network takes, and the rest waits at its sources: measured, 40.
  EXPECT_NEAR(packets({"traffic={arrivals={name=\"closed_loop\", outstanding=4096}}"}), 40, 10);
  // Long messages to one host block each other until the buffers are full: measured, 117.
  EXPECT_NEAR(packets({"traffic={arrivals={name=\"closed_loop\", outstanding=64}, sizes={name=\"fixed\", "
                       "size=\"1000000B\"}}"}),
              117, 20);
  EXPECT_GT(packets({"traffic.load=0.3", "control={policy=\"halve_double\"}"}),
            packets({"traffic.load=0.3"}));
}

/// Returns the peak heap size during the run in bytes.
std::uint64_t most_in_use(const std::vector<std::string>& settings, bool each_channel) {
  auto prepared = prepare_run(example("run-fbfly-512.toml", settings));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  std::uint64_t most = 0;
  const auto look = [&](const Progress&) {
    const struct mallinfo2 now = mallinfo2();
    most = std::max<std::uint64_t>(most, now.uordblks + now.hblkhd);
  };
  EXPECT_TRUE(run_or_problems(**prepared, {.progress = look, .each_channel = each_channel}));
  return most;
}

/// The allocator of a sanitizer does not report its heap size.
TEST(RunMemory, OfTheFiguresOfEachChannelIsAsMeasured) {
  if (mallinfo2().uordblks == 0) GTEST_SKIP() << "the heap does not say how large it is";
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"run.most_time=120us"},
        {"run.most_time=120us", "control={policy=\"halve_double\"}", "traffic.load=0.1"},
        {"run.most_time=1ms", "control={policy=\"halve_double\"}", "traffic.load=0.1"}}) {
    auto settings = more;
    settings.push_back("run.least_time=" + more[0].substr(more[0].find('=') + 1));
    const std::uint64_t measured = most_in_use(settings, true) - most_in_use(settings, false);
    const RunInput input = example("run-fbfly-512.toml", settings);
    const std::uint64_t predicted = channel_log_memory(input.topology->build(input.cables).channels(), input);
    // The results and text made from the log at the end did not exist yet when the memory was measured.
    EXPECT_GE(1.25 * static_cast<double>(predicted), measured) << testing::PrintToString(settings);
    EXPECT_LE(predicted, 4 * measured) << testing::PrintToString(settings);
  }
}

}  // namespace
}  // namespace ebb::inline experiment
