#include "training/collective_messages.hpp"

#include <utility>

namespace ebb::inline training {

std::uint32_t add_step(JobMaker& job, HostId host, Picoseconds time, Numbers after) {
  if (time.v == 0 && after.size() < 2) return after.empty() ? no_id : after.front();
  return job.add(host, host, {0}, {time, std::move(after)});
}

void add_round(JobMaker& job, const Round& round, std::span<const HostId> members,
               std::vector<Numbers>& after) {
  std::vector<Numbers> next(members.size());
  std::vector<bool> sends(members.size(), false);
  for (const RoundMessage& m : round) {
    if (m.size() == 0) continue;
    const std::uint32_t number = job.add(members[m.from], members[m.to], {m.size()}, {{}, after[m.from]});
    next[m.from].push_back(number), next[m.to].push_back(number), sends[m.from] = true;
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!sends[i]) next[i].insert(next[i].end(), after[i].begin(), after[i].end());
    // Each message of the next round would wait for all of these.
    if (next[i].size() > 2) next[i] = {add_step(job, members[i], {}, std::move(next[i]))};
  }
  after = std::move(next);
}

}  // namespace ebb::inline training
