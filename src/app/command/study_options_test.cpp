#include "app/command/study_options.hpp"

#include <gtest/gtest.h>

namespace ebb::inline app {
namespace {

TEST(StudyOutcome, SaysWhatIsMissingUnlessNothingIs) {
  SweepOutcome outcome;
  outcome.total = 5, outcome.done_before = 1, outcome.done = 4;
  EXPECT_EQ(what_is_missing(outcome), "");
  outcome.done = 1, outcome.interrupted = true;
  EXPECT_EQ(what_is_missing(outcome), "not the whole study: 2 of 5 done");
}

}  // namespace
}  // namespace ebb::inline app
