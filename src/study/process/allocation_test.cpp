#include "study/process/allocation.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "experiment/fit/run_fit.hpp"

namespace ebb::inline study {
namespace {

/// Sets environment variables for its lifetime.
class Environment {
 public:
  explicit Environment(std::vector<std::pair<const char*, const char*>> variables)
      : variables_(std::move(variables)) {
    for (const auto& [name, value] : variables_) setenv(name, value, 1);
  }
  ~Environment() {
    for (const auto& [name, value] : variables_) unsetenv(name);
  }

 private:
  std::vector<std::pair<const char*, const char*>> variables_;
};

TEST(Allocation, IsReadFromWhatSlurmAndMpiSay) {
  EXPECT_EQ(allocation().rank, 0);
  {
    const Environment slurm({{"SLURM_PROCID", "5"}, {"SLURM_STEP_TASKS_PER_NODE", "4(x2)"}});
    EXPECT_EQ(allocation().rank, 5);
    EXPECT_EQ(allocation().on_this_machine, 4);
  }
  const Environment open_mpi(
      {{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}, {"SLURM_PROCID", "0"}});
  EXPECT_EQ(allocation().rank, 3) << "mpirun within a Slurm job";
  EXPECT_EQ(allocation().on_this_machine, 2);
}

TEST(Allocation, NonsenseInTheEnvironmentIsNoRank) {
  const Environment odd({{"SLURM_PROCID", "first"}, {"SLURM_STEP_TASKS_PER_NODE", "-3"}});
  EXPECT_EQ(allocation().rank, 0);
  EXPECT_EQ(allocation().on_this_machine, 1);
}

TEST(Allocation, DividesTheMachineAmongItsProcesses) {
  EXPECT_GE(cores_for({0, 1}), 1);
  EXPECT_EQ(cores_for({0, 100'000}), 1);
  EXPECT_LT(memory_for({0, 1}), memory_of_machine());
  EXPECT_NEAR(static_cast<double>(memory_for({0, 4})), static_cast<double>(memory_for({0, 1})) / 4, 1e6);
}

}  // namespace
}  // namespace ebb::inline study
