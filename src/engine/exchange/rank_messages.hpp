// Inter-rank messages: packets, delivery notifications, timed events, credits for the logs of channels that
// come from the other rank, and changed queue lengths. Ranks exchange them at the end of each window. Ties
// are resolved by content, so the order of arrival does not matter.
#pragma once

#include "base/bytes.hpp"
#include "engine/exchange/published_lengths.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/bag.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// A credit for a channel whose source is on another rank.
struct CreditMessage {
  std::int64_t due = 0;
  SwitchId switch_id = 0;  ///< of the channel's source
  std::uint16_t port = 0, vc = 0, size = 0;
};

/// The messages to one rank at the end of a window.
class RankMessages {
 public:
  void post(const Packet& packet) { packets_.push(packet), earliest_ = std::min(earliest_, packet.at); }
  void post(const DeliveryNotification& notification) {
    notifications_.push(notification), earliest_ = std::min(earliest_, notification.at);
  }
  void post(const TimedEvent& timed_event) {
    timed_events_.push(timed_event), earliest_ = std::min(earliest_, timed_event.at);
  }
  void post(const CreditMessage& credit) {
    credits_.push(credit), earliest_ = std::min(earliest_, credit.due);
  }
  void post(const PublishedChange& notification) { published_.push(notification); }

  /// Writes all messages and clears them. Returns the time of the earliest one.
  std::int64_t pack(ByteWriter& out);

 private:
  Bag<Packet> packets_;
  Bag<DeliveryNotification> notifications_;
  Bag<TimedEvent> timed_events_;
  Bag<CreditMessage> credits_;
  Bag<PublishedChange> published_;
  std::int64_t earliest_ = INT64_MAX;  ///< no message has an earlier time
};

/// Unpacks one thread's messages: calls take(record) for each packet, notification and timed event,
/// credits(list) once, and take(record) for each changed queue length.
template <class Take, class Credits>
void unpack_messages(ByteReader& in, std::vector<CreditMessage>& buffer, Take&& take, Credits&& credits) {
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<Packet>());
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<DeliveryNotification>());
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<TimedEvent>());
  buffer.resize(in.take<std::uint32_t>());
  in.take_all(buffer.data(), buffer.size());
  credits(buffer);
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<PublishedChange>());
}

}  // namespace ebb::inline engine
