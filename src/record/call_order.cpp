#include "record/call_order.hpp"

#include <algorithm>
#include <numeric>

namespace ebb::inline record {
namespace {

constexpr std::uint32_t nobody = ~0u;

}  // namespace

CallOrder::CallOrder(const std::vector<ProcessLog>& logs) : places_(logs.size()) {
  for (std::uint32_t p = 0; p < logs.size(); ++p) order(p, logs[p].calls);
}

std::uint32_t CallOrder::number_of(const Channel& channel) {
  return channels_.emplace(channel, static_cast<std::uint32_t>(channels_.size())).first->second;
}

/// Calls are numbered in the order in which the threads made them, and a completed receive has the number of
/// its posting. So in the order of the numbers, sends are in sending order, receives in posting order,
/// whenever they complete, and collective calls in calling order.
void CallOrder::order(std::uint32_t process, const std::vector<RecordedCall>& calls) {
  std::vector<std::uint32_t> in_order(calls.size());
  std::iota(in_order.begin(), in_order.end(), 0u);
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return calls[a].request < calls[b].request; };
  if (!std::is_sorted(in_order.begin(), in_order.end(), earlier))
    std::stable_sort(in_order.begin(), in_order.end(), earlier);
  places_[process].resize(calls.size());
  struct Ends {
    std::uint32_t sent = 0, received = 0;
  };
  std::vector<Ends> so_far(channels_.size());
  for (const std::uint32_t i : in_order) {
    const RecordedCall& c = calls[i];
    if (c.call == Call::post || c.call == Call::ended) continue;
    const bool receives = c.call == Call::complete, sends = c.call == Call::send;
    const std::uint32_t channel = number_of(sends      ? Channel{process, c.peer, c.tag, c.group}
                                            : receives ? Channel{c.peer, process, c.tag, c.group}
                                                       : Channel{nobody, c.begins, 0, c.group});
    if (channel >= so_far.size()) so_far.resize(channel + std::size_t{1});
    Ends& ends = so_far[channel];
    places_[process][i] = {channel, receives ? ends.received++ : ends.sent++};
  }
}

}  // namespace ebb::inline record
