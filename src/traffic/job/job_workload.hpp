// A job made in memory, as a workload.
#pragma once

#include <memory>
#include <numeric>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/job/job_traffic.hpp"
#include "traffic/job/mpi_protocol.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

struct JobWorkload final : Workload {
  /// `p` gives the processor time of messages; the job already has its rendezvous messages.
  explicit JobWorkload(std::shared_ptr<const Job> j, const MpiProtocol& p = {})
      : job(std::move(j)), protocol(p) {}

  /// The hosts of the job are the first ones of the network.
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting&,
                                        std::uint64_t) const override {
    if (network.hosts < job->hosts())
      return Problem{
          "", fmt::format("the job has {} hosts, but the network only {}", job->hosts(), network.hosts),
          "choose a larger topology"};
    std::vector<HostId> places(job->hosts());
    std::iota(places.begin(), places.end(), HostId{0});
    return std::unique_ptr<Traffic>(
        std::make_unique<JobTraffic>(job, 1, std::move(places), network.hosts, protocol));
  }

  std::shared_ptr<const Job> job;
  MpiProtocol protocol;
};

}  // namespace ebb::inline traffic
