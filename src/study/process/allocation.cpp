#include "study/process/allocation.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "experiment/fit/run_fit.hpp"

namespace ebb::inline study {
namespace {

/// The first of these variables that holds a number; "4(x2)", as Slurm writes it, counts as 4.
std::optional<std::int64_t> from_environment(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* text = std::getenv(name);
    std::int64_t value = 0;
    if (text && std::from_chars(text, text + std::strlen(text), value).ec == std::errc{} && value >= 0)
      return value;
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t memory_for(const Allocation& a) {
  constexpr double share = 0.8;  // leaves memory for other programs
  return static_cast<std::uint64_t>(static_cast<double>(memory_of_machine()) * share) /
         static_cast<std::uint64_t>(a.on_this_machine);
}

Allocation allocation() {
  Allocation a;
  a.rank = from_environment(
               {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"})
               .value_or(0);
  a.on_this_machine =
      std::max<std::int64_t>(1, from_environment({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                                  "MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE"})
                                    .value_or(1));
  return a;
}

std::int64_t cores_for(const Allocation& a) {
  cpu_set_t bound;
  CPU_ZERO(&bound);
  const std::int64_t here = sched_getaffinity(0, sizeof bound, &bound) == 0 ? CPU_COUNT(&bound) : 1;
  const std::int64_t share = sysconf(_SC_NPROCESSORS_ONLN) / a.on_this_machine;
  return std::max<std::int64_t>(
      1, a.on_this_machine > 1 ? std::min(here, std::max<std::int64_t>(1, share)) : here);
}

}  // namespace ebb::inline study
