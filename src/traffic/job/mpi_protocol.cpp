#include "traffic/job/mpi_protocol.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "network/network.hpp"

namespace ebb::inline traffic {
namespace {

/// Where the operations of a job are in the job with rendezvous messages: a large one becomes three in a row.
class Places {
 public:
  Places(const TraceBlock& job, Bytes eager) {
    std::uint32_t next = 0;
    for (const SentMessage& message : job.messages) {
      large_.push_back(message.size > eager), first_.push_back(next);
      next += large_.back() ? 3 : 1;
    }
  }
  bool is_large(std::uint32_t i) const { return large_[i]; }
  /// What the sender hands over first, and what the receiver gets in the end.
  std::uint32_t handed_over(std::uint32_t i) const { return first_[i]; }
  std::uint32_t arriving(std::uint32_t i) const { return first_[i] + (large_[i] ? 2 : 0); }

 private:
  std::vector<bool> large_;
  std::vector<std::uint32_t> first_;
};

/// Own operations of the receiver that come before it receives each large message. Where several operations
/// receive the same one, those that come before all of them: any other could wait for the message itself.
std::vector<std::vector<std::uint32_t>> before_receiving(const TraceBlock& job, const Places& places) {
  std::vector<std::optional<std::vector<std::uint32_t>>> before(job.messages.size());
  for (std::size_t i = 0; i < job.messages.size(); ++i) {
    const HostId host = job.messages[i].source;
    std::vector<std::uint32_t> own;
    for (const std::uint32_t w : job.waits[i].after)
      if (job.messages[w].source == host) own.push_back(w);
    for (const std::uint32_t w : job.waits[i].after) {
      if (!places.is_large(w) || job.messages[w].source == host) continue;
      if (!before[w]) {
        before[w] = own;
        continue;
      }
      std::vector<std::uint32_t> both;
      std::set_intersection(before[w]->begin(), before[w]->end(), own.begin(), own.end(),
                            std::back_inserter(both));
      before[w] = std::move(both);
    }
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (auto& one : before) found.push_back(std::move(one).value_or(std::vector<std::uint32_t>{}));
  return found;
}

}  // namespace

TraceBlock with_rendezvous(const TraceBlock& job, Bytes eager) {
  const Places places(job, eager);
  const auto before = before_receiving(job, places);
  TraceBlock all;
  const auto add = [&](const SentMessage& message, Waits waits) {
    all.messages.push_back(message), all.waits.push_back(std::move(waits));
    return static_cast<std::uint32_t>(all.messages.size() - 1);
  };
  for (std::uint32_t i = 0; i < job.messages.size(); ++i) {
    const SentMessage& message = job.messages[i];
    Waits waits{job.waits[i].computing, {}};
    for (const std::uint32_t w : job.waits[i].after)
      waits.after.push_back(job.messages[w].source == message.source ? places.handed_over(w)
                                                                     : places.arriving(w));
    if (!places.is_large(i)) {
      add(message, std::move(waits));
      continue;
    }
    const auto& [at, source, destination, size] = message;
    Waits answers{{}, {add({at, source, destination, rendezvous_message}, std::move(waits))}};
    for (const std::uint32_t w : before[i]) answers.after.push_back(places.handed_over(w));
    const std::uint32_t answer = add({at, destination, source, rendezvous_message}, std::move(answers));
    add(message, {{}, {answer}});
  }
  return all;
}

Picoseconds MessageHandling::handle(const MpiProtocol& protocol, Picoseconds now, Bytes size,
                                    Picoseconds& next) {
  free_at_.resize(static_cast<std::size_t>(protocol.processors));
  const auto processor = std::min_element(free_at_.begin(), free_at_.end());
  // What waits longer than any run lasts must not overflow.
  const Picoseconds begin = std::min(std::max({now, *processor, next}), latest_trace_time);
  next = begin + protocol.gap;
  return *processor = begin + protocol.overhead + protocol.overhead_per_byte * size.v;
}

}  // namespace ebb::inline traffic
