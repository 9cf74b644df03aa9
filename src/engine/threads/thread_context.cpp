#include "engine/threads/thread_context.hpp"

#include "engine/model/source.hpp"

namespace ebb::inline engine {

ThreadContext::ThreadContext(NetworkState& all, Blocks& blocks, PublishedLengths& published_lengths,
                             std::size_t self, std::size_t threads, Picoseconds batch)
    : SwitchView(all),
      outbox_(all.share),
      cursor_(all, blocks, self, threads),
      published_(published_lengths),
      queue_(all, threads),
      counters_(batch) {}

void ThreadContext::hold(const HeldPacket& held) {
  if (held.packet.at >= queue_.finish()) return queue_.file(held);
  queue_.insert(held.packet, Kind::ready);
}

void ThreadContext::notify(const DeliveryNotification& notification) {
  if (outbox_.is_far(notification.switch_id)) return outbox_.post(notification);
  if (notification.at >= queue_.finish()) return queue_.file(notification);
  queue_.insert(notification);
}

Message ThreadContext::answer(const DeliveryNotification& notification) {
  return answer_to(*this, notification);
}

/// The other end of the cable may be at work on another thread, or on another rank.
void ThreadContext::return_credit_apart(InLane& in, const Packet& packet, std::int64_t due,
                                        std::uint64_t* returned) {
  const OutPort& back = out[packet.port];
  if (outbox_.is_far(back.peer_switch))
    return outbox_.post(CreditMessage{.due = due,
                                      .switch_id = back.peer_switch,
                                      .port = back.peer_port,
                                      .vc = packet.vc,
                                      .size = packet.size});
  const LogLock lock(in);
  enter_credit(*this, in.log, packet, due, returned);
}

}  // namespace ebb::inline engine
