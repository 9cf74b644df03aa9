#include "engine/part.hpp"

#include "base/ensure.hpp"
#include "engine/order.hpp"

namespace ebb {

Part::Part(Model& model, std::size_t self, Picoseconds batch)
    : m_(model),
      outs_(model.out.data()),
      ins_(model.in.data()),
      rates_(model.rates.data()),
      paths_(model.paths.data()),
      delay_(model.delay.data()),
      pipeline_(model.switches.pipeline.v),
      credit_time_(model.switches.credit_time.v),
      output_queue_(model.switches.output_queue.v),
      header_(model.hosts.header.v),
      vcs_(model.vcs),
      cut_through_(model.switches.forwarding == Forwarding::cut_through),
      controlled_(model.control.policy != nullptr),
      large_(model.out.size() * sizeof(OutPort) + model.in.size() * sizeof(InLane) > (1u << 20)),
      first_(self == 0 ? 0 : model.part_ends[self - 1]),
      end_(model.part_ends[self]),
      calendar_(model.window),
      finish_(model.window),
      outbox_(model.part_ends.size()),
      tally_(batch) {
  counts_.resize(end_ - first_ + 1);
}

void Part::advance_to(std::uint64_t window) {
  calendar_.advance_to(window);
  start_ = calendar_.start(), finish_ = calendar_.finish();
}

void Part::start() {
  if (controlled_) start_control();
  for (HostId h = 0; h < m_.network.hosts; ++h) {
    const SwitchId s = m_.place[h].at;
    if (s < first_ || s >= end_) continue;
    Host& host = m_.host[h];
    host.upcoming = m_.traffic.next(h, Picoseconds{0}, host.memory);
    if (host.upcoming.destination != no_id)
      note({.at = host.upcoming.at.v, .kind = Kind::inject, .group = s, .port = m_.place[h].local});
  }
}

/// Groups the window's events by switch: by counting when there are many, by comparing when there are few.
void Part::collect() {
  calendar_.take(slot_);
  const std::uint32_t total = slot_.events.size();
  ENSURE(slot_.packets.size() < own_bit);
  if (keys_.size() < total) keys_.resize(std::max<std::size_t>(total, 2 * keys_.size()));
  few_ = std::size_t{total} * 8 < end_ - first_;
  if (few_) {
    std::sort(slot_.events.begin(), slot_.events.end(),
              [](const Event& a, const Event& b) { return a.group < b.group; });
    touched_.clear();
    std::uint32_t i = 0;
    for (const Event& e : slot_.events) {
      if (touched_.empty() || touched_.back() != e.group) touched_.push_back(e.group);
      keys_[i++] = {e.order, e.load};
      counts_[touched_.size() - 1] = i;
    }
    return;
  }
  std::uint32_t* counts = counts_.data();
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const Event& e : slot_.events) ++counts[e.group - first_];
  std::uint32_t sum = 0;
  for (std::uint32_t& c : counts_) sum += std::exchange(c, sum);
  for (const Event& e : slot_.events) keys_[counts[e.group - first_]++] = {e.order, e.load};
}

}  // namespace ebb
