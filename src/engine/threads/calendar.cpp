#include "engine/threads/calendar.hpp"

namespace ebb::inline engine {

void Calendar::take(Slot& out, Bag<DeliveryNotification>& notification) {
  used_[now_ % span / 64] &= ~(std::uint64_t{1} << (now_ % 64));
  out.swap(near_[now_ % span]);
  notification.swap(near_notifications_[now_ % span]);
}

void Calendar::give_back(Slot& used, Bag<DeliveryNotification>& notification) {
  events_store_.give_back(used.events);
  packets_store_.give_back(used.packets);
  notification_store_.give_back(notification);
}

std::uint64_t Calendar::next_window() const {
  const std::uint64_t edge = (now_ / span + 1) * span;  // where coarse slots are distributed
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

/// Starts a new round: distributes the records filed under it to the near slots.
void Calendar::turn() {
  const std::uint64_t round = now_ / span;
  const auto packets = later_packets_.take(round);
  const auto held = later_held_.take(round);
  const auto notification = later_notifications_.take(round);
  const auto timed_events = later_events_.take(round);
  later_ -= packets.size() + held.size() + notification.size() + timed_events.size();
  for (const Packet& p : packets) add(p);
  for (const HeldPacket& h : held) add(h);
  for (const DeliveryNotification& n : notification) add(n);
  for (const TimedEvent& n : timed_events) add(n);
}

}  // namespace ebb::inline engine
