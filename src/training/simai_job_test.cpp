// SimAI's workload text: read, refused by line, and replayed in times worked out by hand.
#include "training/simai_job.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>

#include "traffic/job/job_testing.hpp"

namespace ebb::inline training {
namespace {

using testing::HasSubstr;

/// Four accelerators, in tensor groups of two.
constexpr const char* head =
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 1 ga: 1 "
    "all_gpus: 4 checkpoints: 0 checkpoint_initiates: 0 pp_comm 0\n";

std::string text_of(const std::vector<std::string>& layers, const std::string& first = head) {
  std::string text = first + std::to_string(layers.size()) + "\n";
  for (const std::string& layer : layers) text += layer + "\n";
  return text;
}
std::string refusal(const std::string& text) {
  const auto read = read_simai(text, "x.txt");
  return read.ok() ? "accepted" : to_text(read.problems());
}

class Simai : public testing::Test, protected JobFolder {
 protected:
  Picoseconds time_of(const std::string& text, std::int64_t ranks = 4) const {
    const auto workload = read_simai(text, "x.txt");
    EXPECT_TRUE(workload.ok()) << to_text(workload.problems());
    auto made = simai_job(*workload, ranks, TrainingCollectives::ring);
    EXPECT_TRUE(made.ok()) << to_text(made.problems());
    return run_time(write("job.ebbtrace", std::move(made->job)), star_of_four);
  }
  Picoseconds time_of_message(std::int64_t bytes) const {
    JobMaker job(4);
    job.transfer(0, 1, {bytes});
    return run_time(write("one.ebbtrace", std::move(job)), star_of_four);
  }
};

TEST_F(Simai, ComputesForwardsThenBackwards) {
  EXPECT_EQ(time_of(text_of({"a -1 5000 NONE 0 3000 NONE 0 2000 NONE 0 100"})), 10_us);
  EXPECT_EQ(time_of(text_of({"a\t-1\t5000\tNONE\t0\t3000\tNONE\t0\t2000\tNONE\t0\t100\r",
                             "b -1 7000 NONE 0 1 NONE 0 1 NONE 0 100"})),
            Picoseconds{17'002'000});
}

/// A ring of two sends half of an all-gather's result, and half of a reduce-scatter's input.
TEST_F(Simai, WaitsForCollectivesOfItsTensorGroup) {
  const Picoseconds half = time_of_message(1'000'000);
  EXPECT_EQ(time_of(text_of({"a -1 5000 ALLGATHER 2000000 0 NONE 0 0 NONE 0 100"})), 5_us + half);
  EXPECT_EQ(time_of(text_of({"a -1 5000 REDUCESCATTER 2000000 7000 ALLREDUCE 2000000 0 NONE 0 100"})),
            12_us + half * 3);
  EXPECT_EQ(time_of(text_of({"a -1 5000 ALLTOALL 2000000 0 NONE 0 0 NONE 0 100"})), 5_us + half);
}

/// The second layer's gradients travel while the first one computes; the step ends with the later of both.
TEST_F(Simai, OverlapsCollectivesOfWeightGradients) {
  const Picoseconds half = time_of_message(1'000'000);
  const std::string last = "b -1 0 NONE 0 0 NONE 0 1000 REDUCESCATTER 2000000 3000";
  EXPECT_EQ(time_of(text_of({"a -1 0 NONE 0 900000000 NONE 0 0 NONE 0 100", last})),
            Picoseconds{900'001'000'000});
  EXPECT_EQ(time_of(text_of({"a -1 0 NONE 0 1000 NONE 0 0 NONE 0 100", last})), 1_us + half + 3_us);
}

/// Groups of four ranks: tensor {0, 1} {2, 3}, data {0, 2} {1, 3}; with experts on two, expert {0, 2} {1, 3}.
TEST(RankGroups, FollowMegatron) {
  const RankGroups groups{.tensor = 2, .data = 4, .expert = 2, .first = 8};
  using Groups = std::vector<std::vector<HostId>>;
  EXPECT_EQ(groups.along(Axis::tensor), (Groups{{8, 9}, {10, 11}, {12, 13}, {14, 15}}));
  EXPECT_EQ(groups.along(Axis::data), (Groups{{8, 10, 12, 14}, {9, 11, 13, 15}}));
  EXPECT_EQ(groups.along(Axis::expert), (Groups{{8, 10}, {9, 11}, {12, 14}, {13, 15}}));
  EXPECT_EQ(groups.along(Axis::expert_data), (Groups{{8, 12}, {9, 13}, {10, 14}, {11, 15}}));
}

TEST_F(Simai, NamesTheLineOfDamage) {
  const std::string layer = "a -1 5000 ALLGATHER 2000000 3000 NONE 0 2000 NONE 0 100";
  EXPECT_EQ(refusal(text_of({layer})), "accepted");
  EXPECT_THAT(refusal(""), HasSubstr("x.txt:1: begins with \"\""));
  EXPECT_THAT(refusal("DATA\n1\n"), HasSubstr("x.txt:1: begins with \"DATA\""));
  EXPECT_THAT(refusal(std::string(head) + "many\n"), HasSubstr("x.txt:2: has no number of layers"));
  EXPECT_THAT(refusal(std::string(head) + "2\n" + layer + "\n"),
              HasSubstr("x.txt:3: is the end, but 1 of 2 layers are there"));
  EXPECT_THAT(refusal(text_of({layer}) + layer), HasSubstr("x.txt:4: is more than the 1 layer"));
  EXPECT_THAT(refusal(text_of({layer, "a -1 5000 ALLGATHER"})), HasSubstr("x.txt:4: has 4 columns"));
  EXPECT_THAT(refusal(text_of({"a -1 5x NONE 0 0 NONE 0 0 NONE 0 1"})),
              HasSubstr("x.txt:3: column 3 is \"5x\", no computing time"));
  EXPECT_THAT(refusal(text_of({"a -1 5 NONE 0 0 ALLGATER 9 0 NONE 0 1"})),
              testing::AllOf(HasSubstr("x.txt:3: column 7 is \"ALLGATER\""), HasSubstr("ALLGATHER")));
  EXPECT_THAT(refusal(text_of({"a -1 5 NONE 0 0 ALLGATHER -9 0 NONE 0 1"})),
              HasSubstr("x.txt:3: column 8 is \"-9\", no size"));
  std::vector<std::string> days(
      31, "a -1 100000000000000 NONE 0 100000000000000 NONE 0 100000000000000 NONE 0 0");
  EXPECT_THAT(refusal(text_of(days)), HasSubstr("more than 100 days"));
}

TEST_F(Simai, RefusesParallelismThatDoesNotDivide) {
  const auto with = [](const std::string& keys) {
    return refusal("HYBRID_TRANSFORMER " + keys + "\n1\na -1 5 NONE 0 0 NONE 0 0 NONE 0 1\n");
  };
  EXPECT_EQ(with("model_parallel_NPU_group: 2 all_gpus: 4"), "accepted");
  EXPECT_THAT(with("all_gpus: 4"), HasSubstr("lacks model_parallel_NPU_group:"));
  EXPECT_THAT(with("model_parallel_NPU_group: 2"), HasSubstr("lacks all_gpus:"));
  EXPECT_THAT(with("model_parallel_NPU_group: 3 all_gpus: 4"), HasSubstr("tensor groups of 3"));
  EXPECT_THAT(with("model_parallel_NPU_group: 2 all_gpus: 8 ep: 3"), HasSubstr("experts on 3"));
  EXPECT_THAT(with("model_parallel_NPU_group: two all_gpus: 8"), HasSubstr("has no number after"));
  EXPECT_THAT(with("model_parallel_NPU_group: 2 all_gpus: 4 checkpoints: 1"), HasSubstr("not supported"));
  const auto workload = read_simai(text_of({"a -1 5 ALLREDUCE 9 0 NONE 0 0 ALLTOALL 9 1"}), "x.txt");
  EXPECT_THAT(to_text(simai_job(*workload, 3, TrainingCollectives::ring).problems()),
              HasSubstr("must be a multiple of 2"));
  EXPECT_THAT(to_text(simai_job(*workload, 60'000, TrainingCollectives::ring).problems()),
              HasSubstr("more than 20 million operations"));
}

TEST_F(Simai, RefusesEveryCut) {
  const std::string whole = text_of({"a -1 5000 ALLGATHER 2000000 3000 NONE 0 2000 NONE 0 100"});
  for (std::size_t bytes = 0; bytes + 4 < whole.size(); ++bytes)  // without its last digits it is another one
    EXPECT_THAT(refusal(whole.substr(0, bytes)), HasSubstr("x.txt:")) << bytes;
}

/// SimAI's example: 192 layers of 24 microbatches on 9,216 accelerators.
TEST_F(Simai, ReadsTheExampleOfSimai) {
  const char* place = std::getenv("EBB_TRACES");
  const std::string folder = place ? place : "../shared/data/traces";
  const std::string file = folder + "/simai_workload_analytical.txt";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << " (EBB_TRACES)";
  const auto workload = read_simai_file(file);
  ASSERT_TRUE(workload.ok()) << to_text(workload.problems());
  EXPECT_EQ(workload->layers.size(), 1789u);
  EXPECT_EQ(workload->expert, 16);
  // What SimAI's analytical mode prints of it: "total comp 4542795", in microseconds. Updates do not count.
  Picoseconds updates{};
  for (const SimaiLayer& layer : workload->layers) updates += layer.update;
  EXPECT_EQ((workload->computing - updates).v / 1'000'000, 4'542'795);
  std::int64_t gradients = 0;
  for (const SimaiTotal& total : simai_totals(*workload))
    if (total.what.ends_with(", data") || total.what.ends_with(", expert_data")) gradients += total.bytes;
  EXPECT_EQ(gradients, 2807758848 + 5615517696 + 19327352832 + 38654705664);
  const auto begin = std::chrono::steady_clock::now();
  auto made = simai_job(*workload, 0, TrainingCollectives::ring);
  ASSERT_TRUE(made.ok()) << to_text(made.problems());
  const TraceBlock job = made->job.finish();
  EXPECT_GT(job.messages.size(), 400'000u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_THAT(made->about, HasSubstr("32 ranks of one pipeline stage, data groups of 16"));
}

}  // namespace
}  // namespace ebb::inline training
