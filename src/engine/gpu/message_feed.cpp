#include "engine/gpu/message_feed.hpp"

#include <algorithm>
#include <thread>

namespace ebb::inline engine {
namespace {

/// A thread for fewer hosts would take longer to start than to sample.
std::size_t parts_of(HostId hosts) {
  constexpr HostId hosts_of_thread = 512;
  return std::clamp<HostId>(hosts / hosts_of_thread, 1, std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

MessageFeed::MessageFeed(NetworkState& state, bool in_use) : state_(state), in_use_(in_use) {
  if (!in_use) return;
  memory_.resize(state.network.hosts), last_.resize(state.network.hosts);
  parts_.resize(parts_of(state.network.hosts)), first_.resize(state.network.hosts + std::size_t{1});
  next_.first.resize(first_.size());
  for (HostId h = 0; h < state.network.hosts; ++h) memory_[h] = state.host[h].memory;
}

Message MessageFeed::sample(HostId h, Picoseconds now) {
  return last_[h] = state_.traffic.next(h, now, memory_[h]);
}

void MessageFeed::begin() {
  if (!in_use_) return;
  for (HostId h = 0; h < state_.network.hosts; ++h) {
    first_[h] = h;
    messages_.push_back(sample(h, {}));
  }
  first_.back() = state_.network.hosts;
}

void MessageFeed::extend(std::int64_t end) {
  if (!in_use_) return;
  if (ahead_.valid())
    ahead_.get();
  else
    sample_all(end);
  first_.swap(next_.first), messages_.swap(next_.messages);
}

void MessageFeed::sample_ahead(std::int64_t end) {
  if (!in_use_) return;
  ahead_until_ = end;
  ahead_ = std::async(std::launch::async, [this, end] { sample_all(end); });
}

HostId MessageFeed::first_host(std::size_t part) const {
  return static_cast<HostId>(std::uint64_t{state_.network.hosts} * part / parts_.size());
}

void MessageFeed::on_threads(const std::function<void(std::size_t)>& work) const {
  std::vector<std::jthread> threads;
  for (std::size_t part = 1; part < parts_.size(); ++part)
    threads.emplace_back([&work, part] { work(part); });
  work(0);
}

/// For some of the hosts; their `first` is the number of messages before in this part.
void MessageFeed::sample_part(HostId from, HostId to, std::int64_t end, std::vector<Message>& messages) {
  messages.clear();
  for (HostId h = from; h < to; ++h) {
    next_.first[h] = static_cast<std::uint32_t>(messages.size());
    while (last_[h].destination != no_id && last_[h].at.v < end) messages.push_back(sample(h, last_[h].at));
  }
}

/// Hosts do not depend on each other, so several threads sample their messages.
void MessageFeed::sample_all(std::int64_t end) {
  on_threads(
      [&](std::size_t part) { sample_part(first_host(part), first_host(part + 1), end, parts_[part]); });
  std::vector<std::uint32_t> before(parts_.size());
  std::uint32_t all = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part)
    before[part] = all, all += static_cast<std::uint32_t>(parts_[part].size());
  next_.messages.resize(all), next_.first.back() = all;
  on_threads([&](std::size_t part) {
    for (HostId h = first_host(part); h < first_host(part + 1); ++h) next_.first[h] += before[part];
    std::copy(parts_[part].begin(), parts_[part].end(), next_.messages.begin() + before[part]);
  });
}

}  // namespace ebb::inline engine
