#include "training/training_workload.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>
#include <vector>

#include "traffic/job/job.hpp"
#include "traffic/job/job_traffic.hpp"
#include "traffic/job/mpi_protocol.hpp"
#include "training/training_step.hpp"

namespace ebb::inline training {

Result<std::unique_ptr<Traffic>> TrainingWorkload::bind(const Network& network, const Cutting&,
                                                        std::uint64_t) const {
  const auto count = static_cast<std::uint32_t>(ranks());
  if (network.hosts < count)
    return Problem{"data",
                   fmt::format("makes {} ranks with `tensor` and `pipeline`, but the network has {} hosts",
                               count, network.hosts),
                   "a larger topology, or fewer ranks"};
  auto made = training_job(*this);
  if (!made) return made.problems();
  std::vector<HostId> places(count);
  std::iota(places.begin(), places.end(), HostId{0});
  return std::unique_ptr<Traffic>(std::make_unique<JobTraffic>(
      Job::of(made->finish(), count), 1, std::move(places), network.hosts, MpiProtocol{},
      fmt::format("; {} ranks in {} training steps", count, steps), static_cast<std::uint64_t>(steps)));
}

}  // namespace ebb::inline training
