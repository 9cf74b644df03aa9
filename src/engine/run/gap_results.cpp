#include "engine/run/gap_results.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/units.hpp"
#include "engine/gap_counts.hpp"
#include "engine/run/channel_use.hpp"
#include "network/channel_kinds.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {
namespace {

/// A channel of one kind, and the gap after its last packet.
struct KindAtEnd {
  std::uint64_t channels = 0;
  GapCount last;
};

/// Returns the last gaps of the channels of all ranks, until `end`.
std::vector<KindAtEnd> last_gaps(const Simulation& sim, Picoseconds end) {
  const NetworkState& m = sim.state();
  std::vector<KindAtEnd> own(kinds_in(m.network)), all(own.size());
  for_each_channel(m, [&](PortId c, std::size_t kind) {
    ++own[kind].channels;
    if (m.out[c].free_at < end.v) own[kind].last.add(end - Picoseconds{m.out[c].free_at});
  });
  ByteBuffer mine;
  ByteWriter(mine).put_list(own);
  for (const ByteBuffer& bytes : gather_all(sim.exchange(), mine)) {
    const auto other = ByteReader(bytes).take_list<KindAtEnd>();
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].channels += other[i].channels, all[i].last.add(other[i].last);
  }
  return all;
}

}  // namespace

std::vector<GapResult> gap_results(const Simulation& sim, const Counters& counters, const JobResult& job) {
  if (!sim.state().counts_gaps) return {};
  const Network& network = sim.state().network;
  const Picoseconds end = job.finished() ? job.run_time : sim.now();
  const std::vector<KindAtEnd> last = last_gaps(sim, end);
  const std::vector<std::string> names = names_of_kinds(network);
  std::vector<GapResult> results;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (last[i].channels == 0 || class_of_kind(network, i).off) continue;
    GapResult gaps{.kind = names[i], .channels = last[i].channels, .time = end, .count = last[i].last};
    if (i < counters.gaps.list().size()) gaps.count.add(counters.gaps.list()[i]);
    results.push_back(std::move(gaps));
  }
  return results;
}

}  // namespace ebb::inline engine
