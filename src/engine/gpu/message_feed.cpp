#include "engine/gpu/message_feed.hpp"

#include <algorithm>
#include <thread>

namespace ebb::inline engine {

MessageFeed::MessageFeed(NetworkState& state)
    : state_(state),
      memory_(state.network.hosts),
      last_(state.network.hosts),
      first_(state.network.hosts + std::size_t{1}) {
  for (HostId h = 0; h < state.network.hosts; ++h) memory_[h] = state.host[h].memory;
}

Message MessageFeed::sample(HostId h, Picoseconds now) {
  return last_[h] = state_.traffic.next(h, now, memory_[h]);
}

void MessageFeed::begin() {
  for (HostId h = 0; h < state_.network.hosts; ++h) {
    first_[h] = h;
    messages_.push_back(sample(h, {}));
  }
  first_.back() = state_.network.hosts;
}

/// For some of the hosts; their `first_` is the number of messages before in this part.
void MessageFeed::extend(HostId from, HostId to, std::int64_t end, std::vector<Message>& messages) {
  for (HostId h = from; h < to; ++h) {
    first_[h] = static_cast<std::uint32_t>(messages.size());
    while (last_[h].destination != no_id && last_[h].at.v < end) messages.push_back(sample(h, last_[h].at));
  }
}

/// Hosts do not depend on each other, so several threads sample their messages.
void MessageFeed::extend(std::int64_t end) {
  constexpr HostId hosts_of_thread = 512;
  const HostId hosts = state_.network.hosts;
  const HostId parts =
      std::clamp<HostId>(hosts / hosts_of_thread, 1, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::vector<Message>> made(parts);
  const auto first_of = [&](HostId part) { return static_cast<HostId>(std::uint64_t{hosts} * part / parts); };
  std::vector<std::thread> threads;
  for (HostId part = 1; part < parts; ++part)
    threads.emplace_back([&, part] { extend(first_of(part), first_of(part + 1), end, made[part]); });
  extend(0, first_of(1), end, made[0]);
  for (std::thread& thread : threads) thread.join();
  messages_.clear();
  for (HostId part = 0; part < parts; ++part) {
    const auto before = static_cast<std::uint32_t>(messages_.size());
    for (HostId h = first_of(part); h < first_of(part + 1); ++h) first_[h] += before;
    messages_.insert(messages_.end(), made[part].begin(), made[part].end());
  }
  first_.back() = static_cast<std::uint32_t>(messages_.size());
}

}  // namespace ebb::inline engine
