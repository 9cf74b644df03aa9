#include "engine/part.hpp"

#include <bit>

#include "base/ensure.hpp"
#include "engine/order.hpp"

namespace ebb::inline engine {

Part::Part(Model& model, std::vector<Block>& blocks, std::size_t self, std::size_t threads, Picoseconds batch)
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
      rank_of_(model.share.rank_of.empty() ? nullptr : model.share.rank_of.data()),
      rank_(model.share.rank),
      blocks_(blocks),
      self_(self),
      threads_(threads),
      first_block_(self * blocks.size() / threads),
      end_block_((self + 1) * blocks.size() / threads),
      first_(first_block_ < end_block_ ? blocks[first_block_].first : 0),
      end_(first_block_ < end_block_ ? blocks[end_block_ - 1].end : 0),
      index_bits_(31u - static_cast<unsigned>(std::bit_width(threads - 1))),
      index_mask_((std::uint32_t{1} << index_bits_) - 1),
      calendar_(model.window),
      finish_(model.window),
      block_ends_(blocks.size()),
      filed_(threads),
      next_(first_block_),
      outbox_(model.share.ranks),
      tally_(batch) {}

void Part::advance_to(std::uint64_t window) {
  calendar_.advance_to(window);
  start_ = calendar_.start(), finish_ = calendar_.finish();
}

void Part::start() {
  if (controlled_) start_control();
  for (HostId h = 0; h < m_.network.hosts; ++h) {
    const SwitchId s = m_.place[h].at;
    if (s < first_ || s >= end_ || far(s)) continue;
    Host& host = m_.host[h];
    host.upcoming = m_.traffic.next(h, Picoseconds{0}, host.memory);
    if (host.upcoming.destination != no_id)
      note({.at = host.upcoming.at.v, .kind = Kind::inject, .group = s, .port = m_.place[h].local});
  }
}

void Part::collect() {
  calendar_.give_back(slot_);  // by now everybody has read it
  calendar_.take(slot_);
  ENSURE(slot_.packets.size() <= index_mask_);
  next_.store(first_block_, std::memory_order_relaxed);
  if (blocks_.size() == 1) return;
  if (by_block_.size() < slot_.events.size())
    by_block_.resize(std::max<std::size_t>(slot_.events.size(), 2 * by_block_.size()));
  const std::uint16_t* block_of = m_.block_of.data();
  std::uint32_t* ends = block_ends_.data();
  std::fill(block_ends_.begin(), block_ends_.end(), 0);
  for (const Event& e : slot_.events) ++ends[block_of[e.group]];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : block_ends_) sum += std::exchange(end, sum);
  const auto filer = static_cast<std::uint32_t>(self_ << index_bits_);
  for (const Event& e : slot_.events)
    by_block_[ends[block_of[e.group]]++] = {e.order, e.group, e.load | filer};
}

std::span<const Event> Part::collected(std::size_t block) const {
  if (blocks_.size() == 1) return {slot_.events.begin(), slot_.events.end()};
  const std::uint32_t begin = block ? block_ends_[block - 1] : 0;
  return std::span(by_block_).subspan(begin, block_ends_[block] - begin);
}

/// False when nothing happens in it.
bool Part::begin_block(std::size_t block, const Team& team) {
  std::size_t total = 0;
  for (const auto& part : team) total += part->collected(block).size();
  if (total == 0) return false;
  block_ = &blocks_[block];
  // A thread alone has everything to itself.
  const SwitchRange& all = m_.own.front();
  const bool alone = threads_ == 1 && m_.own.size() == 1;
  near_first_ = alone ? all.first : block_->first;
  near_count_ = alone ? all.end - all.first : block_->end - block_->first;
  gather(team, static_cast<std::uint32_t>(total));
  return true;
}

/// Groups the block's events by switch: by counting when there are many, by comparing when there are few.
void Part::gather(const Team& team, std::uint32_t total) {
  const auto block = static_cast<std::size_t>(block_ - blocks_.data());
  if (events_.size() < total) events_.resize(std::max<std::size_t>(total, 2 * events_.size()));
  const SwitchId first = block_->first, switches = block_->end - first;
  few_ = std::size_t{total} * 8 < switches;
  counts_.resize(switches + 1);
  if (few_) {
    auto out = events_.begin();
    for (const auto& part : team) out = std::ranges::copy(part->collected(block), out).out;
    std::sort(events_.begin(), out, [](const Event& a, const Event& b) { return a.group < b.group; });
    touched_.clear();
    for (std::uint32_t i = 0; i < total; ++i) {
      if (touched_.empty() || touched_.back() != events_[i].group) touched_.push_back(events_[i].group);
      counts_[touched_.size() - 1] = i + 1;
    }
    return;
  }
  std::uint32_t* counts = counts_.data();
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const auto& part : team)
    for (const Event& e : part->collected(block)) ++counts[e.group - first];
  std::uint32_t sum = 0;
  for (std::uint32_t& c : counts_) sum += std::exchange(c, sum);
  for (const auto& part : team)
    for (const Event& e : part->collected(block)) events_[counts[e.group - first]++] = e;
}

bool Part::expects_nothing() const {
  bool nothing = true;
  calendar_.for_each_packet([&](const Packet&) { nothing = false; });
  calendar_.for_each_note([&](Kind kind, auto...) { nothing = nothing && kind != Kind::inject; });
  return nothing;
}

}  // namespace ebb::inline engine
