#include "traffic/job/job.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "traffic/job/mpi_protocol.hpp"

namespace ebb::inline traffic {

Result<std::shared_ptr<const Job>> Job::load(const TraceFile& trace, Bytes eager) {
  TraceBlock all;
  for (std::size_t b = 0; b < trace.blocks(); ++b) {
    auto block = trace.read_block(b);
    if (!block) return block.problems();
    all.messages.insert(all.messages.end(), block->messages.begin(), block->messages.end());
    std::move(block->waits.begin(), block->waits.end(), std::back_inserter(all.waits));
  }
  return of(eager.v > 0 ? with_rendezvous(all, eager) : all, trace.totals().hosts);
}

/// Passes over the messages: counts, places, dependencies. They may name later messages (with_rendezvous()).
std::shared_ptr<const Job> Job::of(const TraceBlock& all, std::uint32_t hosts) {
  const std::size_t count = all.messages.size();
  const auto job = std::make_shared<Job>();
  job->first_of_host_.assign(hosts + std::size_t{1}, 0);
  for (const SentMessage& m : all.messages) ++job->first_of_host_[m.source + 1];
  std::partial_sum(job->first_of_host_.begin(), job->first_of_host_.end(), job->first_of_host_.begin());
  std::vector<std::uint32_t> next(job->first_of_host_.begin(), job->first_of_host_.end() - 1), place(count);
  for (std::size_t i = 0; i < count; ++i) place[i] = next[all.messages[i].source]++;
  job->operations_.resize(count);
  job->first_follower_.assign(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const SentMessage& m = all.messages[i];
    const Waits& waits = all.waits[i];
    job->without_network_ = std::max(job->without_network_, m.at);
    job->operations_[place[i]] = {m.at,     waits.computing, m.size,
                                  m.source, m.destination,   static_cast<std::uint32_t>(waits.after.size())};
    for (const std::uint32_t before : waits.after) ++job->first_follower_[place[before] + 1];
  }
  std::partial_sum(job->first_follower_.begin(), job->first_follower_.end(), job->first_follower_.begin());
  std::vector<std::size_t> at(job->first_follower_.begin(), job->first_follower_.end() - 1);
  job->followers_.resize(job->first_follower_.back());
  for (std::size_t i = 0; i < count; ++i)
    for (const std::uint32_t before : all.waits[i].after) job->followers_[at[place[before]]++] = place[i];
  return job;
}

}  // namespace ebb::inline traffic
