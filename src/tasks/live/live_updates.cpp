#include "tasks/live/live_updates.hpp"

#include <fmt/format.h>

#include <chrono>

namespace ebb::inline tasks {

void LiveUpdates::put(const std::string& kind, std::string json) {
  {
    const std::lock_guard lock(mutex_);
    latest_[kind] = {++last_, std::move(json)};
  }
  changed_.notify_all();
}

void LiveUpdates::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

HttpPart LiveUpdates::after(std::uint64_t& seen) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::seconds(1), [&] { return last_ > seen || closed_; });
  std::map<std::uint64_t, std::string> in_order;  // in order, because clients stop at the event "end"
  for (const auto& [kind, news] : latest_)
    if (news.number > seen) in_order[news.number] = fmt::format("event: {}\ndata: {}\n\n", kind, news.json);
  std::string events;
  for (const auto& [number, event] : in_order) events += event;
  seen = last_;
  return {events.empty() ? ": still there\n\n" : events, closed_};
}

}  // namespace ebb::inline tasks
