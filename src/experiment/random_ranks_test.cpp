// Two ranks with two threads each against one thread: random configurations must give the same figures.
// EBB_EXECUTOR_CASES samples more of them, EBB_EXECUTOR_SEED others. EBB_EXECUTOR_FOLDER keeps their files,
// for tests/run_ranks_test.py, which runs them as processes of MPI.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/folder_testing.hpp"
#include "engine/exchange/exchange_testing.hpp"
#include "experiment/random_run_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/run_title.hpp"
#include "report/run/run_report.hpp"

namespace ebb::inline experiment {
namespace {

/// Every figure of a run by its name, except the run time. Empty when the configuration is refused.
using Figures = std::map<std::string, std::string>;

Figures figures_of_rank(const std::string& text, std::size_t threads, Exchange* exchange) {
  const auto root = parse_toml(text, "random.toml");
  EXPECT_TRUE(root) << text;
  auto input = read_run(Configuration::of("random.toml", *root));
  if (!input) return {};
  input->run.threads = static_cast<std::int64_t>(threads);
  const Node file = input->file;
  auto prepared = prepare_run(std::move(*input), memory_of_machine(), exchange);
  if (!prepared) return {};
  const auto result = run_experiment(**prepared);
  EXPECT_TRUE(result) << to_text(result.problems());
  Figures figures;
  if (!result) return figures;
  for (const NamedFigure& f : run_figures(title_of("random.toml", **prepared, file), *result))
    figures[f.name] = csv_field(f.value);
  figures.erase("work.cpu_s");
  return figures;
}

std::vector<Figures> figures_on_ranks(const std::string& text, std::size_t ranks, std::size_t threads) {
  std::vector<Figures> figures(ranks);
  RanksInMemory(ranks).live(
      [&](Exchange& exchange) { figures[exchange.rank()] = figures_of_rank(text, threads, &exchange); });
  return figures;
}

int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

TEST(Executors, GiveTheFiguresOfOneThreadOnTwoRanksWithTwoThreadsEach) {
  const int cases = number_from("EBB_EXECUTOR_CASES", 60);
  const TestFolder scratch;
  const char* wanted = std::getenv("EBB_EXECUTOR_FOLDER");
  const std::filesystem::path folder = wanted ? wanted : scratch.path;
  const std::string job = (folder / "job.ebbtrace").string();
  TraceWriter writer(job, Existing::is_replaced, TraceForm::job);
  ASSERT_TRUE(small_job().write(writer).ok());
  int agreed = 0;
  auto seed = static_cast<std::uint64_t>(number_from("EBB_EXECUTOR_SEED", 1'000'001));
  for (int tried = 0; agreed < cases && tried < 60 * cases; ++tried, ++seed) {
    const std::string text = RandomRun(seed, job).text("24us");
    const Figures alone = figures_of_rank(text, 1, nullptr);
    if (alone.empty()) continue;
    const std::vector<Figures> apart = figures_on_ranks(text, 2, 2);
    if (apart[0].empty() && apart[1].empty()) continue;  // a single switch has no partitioning
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    ASSERT_EQ(apart[0], alone);
    ASSERT_EQ(apart[1], alone);
    ++agreed;
    if (!alone.contains("failure")) std::ofstream(folder / fmt::format("random-{}.toml", seed)) << text;
  }
  EXPECT_EQ(agreed, cases);
}

}  // namespace
}  // namespace ebb::inline experiment
