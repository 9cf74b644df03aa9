#include "engine/threads/window_queue.hpp"

#include "engine/model/content.hpp"

namespace ebb::inline engine {

WindowQueue::WindowQueue(const NetworkState& state, std::size_t threads)
    : finish_(state.lookahead),
      bits_(threads),
      state_(state),
      has_ties_(state.listens || state.control.settings.policy || state.books_by_packet()),
      filed_packets_(threads),
      filed_notifications_(threads),
      calendar_(state.lookahead),
      sorter_(state.lookahead) {}

void WindowQueue::advance_to(std::uint64_t window) {
  calendar_.advance_to(window);
  start_ = calendar_.start(), finish_ = calendar_.finish();
}

void WindowQueue::insert(const DeliveryNotification& notification) {
  own_notifications_.push_back(notification);  // first, because a tie compares it
  push_own({Event::make_order(notification.at - start_, Kind::notification, notification.port, 0),
            notification.switch_id,
            static_cast<std::uint32_t>(own_notifications_.size() - 1) | LoadBits::own});
}

/// Orders delivery notifications of the same picosecond for the same host by their content. Packets that
/// become ready for the same output are ordered likewise.
bool WindowQueue::content_before(const Event& a, const Event& b) const {
  const Kind kind = Event::kind(a.order);
  if (kind == Kind::notification)
    return content_of(state_, notification_at(a.load)) < content_of(state_, notification_at(b.load));
  return kind == Kind::ready && content_of(packet_at(a.load)) < content_of(packet_at(b.load));
}

void WindowQueue::order_ties(Event* first, Event* last) const {
  bool tied = false;
  for (const Event* i = first; i + 1 < last; ++i) tied |= i[0].order == i[1].order;
  if (!tied) return;
  for (Event* i = first; i < last;) {
    Event* j = i + 1;
    while (j < last && i->order == j->order) ++j;
    if (j - i > 1) std::sort(i, j, [this](const Event& a, const Event& b) { return content_before(a, b); });
    i = j;
  }
}

}  // namespace ebb::inline engine
