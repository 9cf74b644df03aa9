#include "reproduce/benito/replayed_kernels.hpp"

#include <memory>

#include "base/ensure.hpp"
#include "base/result.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "reproduce/all_of.hpp"
#include "reproduce/job_time.hpp"
#include "traffic/job/job.hpp"
#include "traffic/job/job_workload.hpp"
#include "traffic/kernels/kernel.hpp"
#include "traffic/kernels/kernel_list.hpp"

namespace ebb::inline reproduce {
namespace {

struct Replay {
  std::string_view kernel;
  char size;
};

/// Two iterations less one, so that neither the start nor the end of the program counts.
Result<double> run_time_ms(const Replay& replay, std::uint32_t iterations) {
  const auto kernel = find_kernel(std::string(replay.kernel));
  ENSURE(kernel.ok());
  auto made = make_job(**kernel, {.iterations = iterations, .size = replay.size});
  if (!made) return made.problems();
  const std::shared_ptr<const Job> job = Job::of(made->finish(), made->hosts());
  auto input = read_run(data_file("papers/benito-network.toml"),
                        until_the_job_ends({"topology.a=4", "topology.p=2", "topology.h=2"}));
  if (!input) return input.problems();
  input->traffic.workload = std::make_unique<JobWorkload>(job);
  const auto seconds = job_time_s(std::move(*input));
  if (!seconds) return seconds.problems();
  return 1e3 * *seconds;
}

}  // namespace

Problems add_replayed_kernels(Rows& rows, const Effort& effort) {
  std::vector<Replay> replays;
  for (const char size : {'A', 'C'})
    for (const Kernel& kernel : kernels())
      if (kernel.name.starts_with("nas-") && (!effort.quick || (size == 'A' && kernel.name == "nas-cg")))
        replays.push_back({kernel.name, size});
  const auto times = all_of<double>(2 * replays.size(), effort, "programs", [&](std::size_t i) {
    return run_time_ms(replays[i / 2], 1 + static_cast<std::uint32_t>(i % 2));
  });
  if (!times) return times.problems();
  for (std::size_t i = 0; i < replays.size(); ++i)
    rows.add_unprinted(
        fmt::format("{}.replayed_class_{}", replays[i].kernel.substr(4), replays[i].size),
        fmt::format("{}, class {}, replayed on 64 hosts: one iteration", replays[i].kernel, replays[i].size),
        "ms", (*times)[2 * i + 1] - (*times)[2 * i],
        "computing times of Koibuchi's processors or estimated; the paper states no class; an "
        "iteration of CG has 26 inner ones, of which the paper may show one");
  return {};
}

}  // namespace ebb::inline reproduce
