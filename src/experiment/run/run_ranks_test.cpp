#include "experiment/run/run_ranks.hpp"

#include <gtest/gtest.h>

#include "engine/exchange/exchange_testing.hpp"

namespace ebb::inline experiment {
namespace {

/// What all ranks hear when some of them have problems.
std::vector<std::string> sent_to_ranks(const std::vector<Problems>& own) {
  std::vector<std::string> told(own.size());
  RanksInMemory(own.size()).live([&](Exchange& exchange) {
    told[exchange.rank()] = to_text(first_problems(exchange, own[exchange.rank()]));
  });
  return told;
}

TEST(FirstProblems, AreThoseOfTheFirstRankThatHasAny) {
  const Problems one{{"a.toml:2:1: run.seed", "is no number", "for example: 1"},
                     {"", "is another build", ""}};
  const auto told = sent_to_ranks({{}, one, {{"b.toml", "is gone", ""}}});
  EXPECT_EQ(told[0],
            "rank 1: a.toml:2:1: run.seed: is no number\n    hint: for example: 1\n"
            "rank 1: is another build\n");
  EXPECT_EQ(told[1], told[0]);
  EXPECT_EQ(told[2], told[0]);
}

TEST(FirstProblems, OfTheFirstRankNameNoRank) {
  const auto told = sent_to_ranks({{{"b.toml", "is gone", ""}}, {{"b.toml", "is gone", ""}}});
  EXPECT_EQ(told, (std::vector<std::string>{"b.toml: is gone\n", "b.toml: is gone\n"}));
  EXPECT_EQ(sent_to_ranks({{}, {}}), (std::vector<std::string>{"", ""}));
}

}  // namespace
}  // namespace ebb::inline experiment
