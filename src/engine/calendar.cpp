#include "engine/calendar.hpp"

namespace ebb::inline engine {

void Calendar::take(Slot& out) {
  used_[now_ % span / 64] &= ~(std::uint64_t{1} << (now_ % 64));
  out.swap(near_[now_ % span]);
}

void Calendar::give_back(Slot& used) {
  used.events.clear(), used.packets.clear();
  if (used.packets.capacity() > 0)
    large_.emplace_back().swap(used);
  else if (used.events.capacity() > 0)
    small_.emplace_back().swap(used.events);
}

void Calendar::begin(std::uint64_t window, Slot& slot) {
  used_[window % span / 64] |= std::uint64_t{1} << (window % 64);
  if (slot.events.capacity() > 0 || small_.empty()) return;
  slot.events.swap(small_.back());
  small_.pop_back();
}

/// The first packet comes into a slot.
void Calendar::make_large(Slot& slot) {
  if (slot.packets.capacity() > 0 || large_.empty()) return;
  Slot& large = large_.back();
  for (const Event& event : slot.events) large.events.push(event);
  slot.events.clear();
  slot.swap(large);
  if (large.events.capacity() > 0) small_.emplace_back().swap(large.events);
  large_.pop_back();
}

std::uint64_t Calendar::next_window() const {
  const std::uint64_t edge = (now_ / span + 1) * span;  // where later events are dealt out
  for (std::uint64_t w = now_; w < now_ + span;) {
    const std::uint64_t bits = used_[w % span / 64] >> (w % 64);
    if (bits) {
      const std::uint64_t found = w + static_cast<unsigned>(std::countr_zero(bits));
      return later_ ? std::min(found, edge) : found;
    }
    w = (w / 64 + 1) * 64;
  }
  return later_ ? edge : ~std::uint64_t{0};
}

void Calendar::advance_to(std::uint64_t window) {
  while (now_ < window) {
    const std::uint64_t edge = (now_ / span + 1) * span;
    now_ = std::min(window, edge);
    start_ = static_cast<std::int64_t>(now_ * length_);
    if (now_ == edge && later_) turn();
  }
}

void Calendar::add_later(const Packet& packet) {
  const std::uint64_t round = (now_ + place_of(packet.at).ahead) / span;
  ++later_;
  (round - now_ / span < span ? coarse_packets_[round % span] : far_packets_).push_back(packet);
}

void Calendar::add_later(const Note& note) {
  const std::uint64_t round = (now_ + place_of(note.at).ahead) / span;
  ++later_;
  (round - now_ / span < span ? coarse_notes_[round % span] : far_notes_).push_back(note);
}

/// A new round begins: what was filed under it is dealt out to the near slots; at the start of a great round
/// the far ones are filed anew.
void Calendar::turn() {
  std::vector<Packet> packets;
  std::vector<Note> notes;
  packets.swap(coarse_packets_[now_ / span % span]);
  notes.swap(coarse_notes_[now_ / span % span]);
  if (now_ / span % span == 0) {
    packets.insert(packets.end(), far_packets_.begin(), far_packets_.end());
    notes.insert(notes.end(), far_notes_.begin(), far_notes_.end());
    far_packets_.clear(), far_notes_.clear();
  }
  later_ -= packets.size() + notes.size();
  for (const Packet& p : packets) add(p, p.kind());
  for (const Note& n : notes) add(n);
}

}  // namespace ebb::inline engine
