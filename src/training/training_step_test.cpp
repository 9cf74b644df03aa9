// Training steps in times worked out by hand.
#include "training/training_step.hpp"

#include <gmock/gmock.h>

#include "traffic/job/job_testing.hpp"

namespace ebb::inline training {
namespace {

/// One layer of 1,000 wide tokens, 1,000 of them: attention 8e9 + 4e9 flop, feed-forward 16e9; at 1 Tflop/s
/// 28 ms forwards and 56 ms backwards.
TrainingModel small_model() {
  TrainingModel m;
  m.tensor = 1, m.data = 2, m.layers = 1, m.hidden = 1'000, m.sequence = 1'000, m.microbatches = 1;
  m.teraflops = 1, m.steps = 1;
  return m;
}

class TrainingSteps : public testing::Test, protected JobFolder {
 protected:
  Picoseconds time_of(const TrainingModel& m) const {
    EXPECT_TRUE(m.check().empty()) << to_text(m.check());
    auto job = training_job(m);
    EXPECT_TRUE(job.ok()) << to_text(job.problems());
    return run_time(write("job.ebbtrace", std::move(*job)), star_of_four);
  }
  Picoseconds time_of_message(std::int64_t bytes) const {
    JobMaker job(4);
    job.transfer(0, 1, {bytes});
    return run_time(write("one.ebbtrace", std::move(job)), star_of_four);
  }
  static std::string refusal(const TrainingModel& m) { return to_text(m.check()); }
};

/// 12 million parameters: two ranks exchange half of 48 MB of gradients, then gather 24 MB of parameters.
TEST_F(TrainingSteps, OfDataParallelRanksEndWithGradients) {
  EXPECT_EQ(computing_of_step(small_model()), 84_ms);
  EXPECT_EQ(time_of(small_model()), 84_ms + time_of_message(24'000'000) + time_of_message(12'000'000));
  TrainingModel twice = small_model();
  twice.steps = 2;
  EXPECT_EQ(time_of(twice), time_of(small_model()) * 2);
}

/// The gradients of the second layer travel while the first one's are computed: 56 ms are more than 4.9.
TEST_F(TrainingSteps, OverlapGradientsWithComputing) {
  TrainingModel m = small_model();
  m.layers = 2;
  const Picoseconds gather = time_of_message(24'000'000);
  EXPECT_EQ(time_of(m), 168_ms + time_of_message(24'000'000) + gather);
  m.overlap = false;
  EXPECT_EQ(time_of(m), 168_ms + time_of_message(48'000'000) + gather);
}

/// Two ranks of a tensor group compute half each. Of the activations' 2 MB each one sends half, four times
/// forwards and four times backwards.
TEST_F(TrainingSteps, OfTensorParallelRanksExchangeActivations) {
  TrainingModel m = small_model();
  m.tensor = 2, m.data = 1;
  EXPECT_EQ(time_of(m), 42_ms + time_of_message(1'000'000) * 8);
}

/// 1F1B with s stages and m microbatches: (m + s - 1) times forwards and backwards, and each stage's sends.
TEST_F(TrainingSteps, OfAPipelineHaveItsBubble) {
  TrainingModel m = small_model();
  m.data = 1, m.pipeline = 2, m.layers = 2, m.microbatches = 4;
  const Picoseconds send = time_of_message(2'000'000);
  const Picoseconds took = time_of(m), without = 84_ms * 5;
  EXPECT_GE(took, without + send * 2);
  EXPECT_LE(took, without + send * 10) << "sends of the steady part delay it, too";
}

/// A token goes to two experts of 8 million parameters, one on each rank. Half of the tokens go to the other
/// rank and back, forwards and backwards: 2 x 1,000 x 1,000 x 2 B / 2.
TEST_F(TrainingSteps, OfExpertsExchangeTokens) {
  TrainingModel m = small_model();
  m.expert = 2, m.experts = 2;
  const Picoseconds computing = 12_ms * 3 + 32_ms * 3;
  EXPECT_EQ(computing_of_step(m), computing);
  // Attention's 4 million parameters are on both ranks, each expert on one.
  EXPECT_EQ(time_of(m), computing + time_of_message(2'000'000) * 4 + time_of_message(8'000'000) +
                            time_of_message(4'000'000));
}

TEST_F(TrainingSteps, RefuseWhatDoesNotDivide) {
  const auto with = [](auto change) {
    TrainingModel m = small_model();
    change(m);
    return refusal(m);
  };
  EXPECT_EQ(with([](TrainingModel&) {}), "");
  EXPECT_THAT(with([](TrainingModel& m) { m.layers = 3, m.pipeline = 2; }),
              testing::HasSubstr("layers: is 3"));
  EXPECT_THAT(with([](TrainingModel& m) { m.expert = 2; }), testing::HasSubstr("the model is dense"));
  EXPECT_THAT(with([](TrainingModel& m) { m.expert = 3, m.experts = 3; }),
              testing::HasSubstr("data groups have 2"));
  EXPECT_THAT(with([](TrainingModel& m) { m.expert = 2, m.experts = 3; }),
              testing::HasSubstr("experts: is 3"));
  EXPECT_THAT(with([](TrainingModel& m) { m.experts = 1; }), testing::HasSubstr("top_k: is 2"));
  EXPECT_THAT(with([](TrainingModel& m) { m.data = 1; }), testing::HasSubstr("data: makes 1 ranks"));
  EXPECT_THAT(with([](TrainingModel& m) { m.hidden = 1'000'000; }), testing::HasSubstr("1 TB"));
  EXPECT_THAT(with([](TrainingModel& m) { m.sequence = 50'000'000, m.teraflops = 0.001; }),
              testing::HasSubstr("days"));
  TrainingModel many = small_model();
  many.steps = 10'000, many.layers = 1'000;
  EXPECT_THAT(to_text(training_job(many).problems()), testing::HasSubstr("more than 20 million"));
}

}  // namespace
}  // namespace ebb::inline training
