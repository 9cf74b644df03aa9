// What crosses from one rank to another: packets, notes, credits for the logs of channels that come from
// there, and what is new on the board. Ranks exchange it at the end of each window; as order is settled by
// content, it does not matter who was first.
#include "engine/order.hpp"

namespace ebb::inline engine {

void Part::post(const Packet& packet) {
  Mail& mail = outbox_[rank_of_[packet.group]];
  mail.packets.push(packet);
  mail.earliest = std::min(mail.earliest, packet.at);
}

void Part::post(const Note& n) {
  Mail& mail = outbox_[rank_of_[n.group]];
  mail.notes.push(n);
  mail.earliest = std::min(mail.earliest, n.at);
}

void Part::post_credit(const Packet& packet, std::int64_t due) {
  const OutPort& back = out_[packet.port];
  Mail& mail = outbox_[rank_of_[back.peer_group]];
  mail.credits.push(
      {.due = due, .group = back.peer_group, .port = back.peer_port, .vc = packet.vc, .size = packet.size});
  mail.earliest = std::min(mail.earliest, due);
}

std::int64_t Part::pack_mail(std::size_t rank, ByteWriter& out) {
  Mail& mail = outbox_[rank];
  const auto put = [&out](auto& records) {
    out.put(records.size());
    out.put_all(std::span(std::as_const(records).begin(), records.size()));
    records.clear();
  };
  put(mail.packets), put(mail.notes), put(mail.credits), put(mail.board);
  return std::exchange(mail.earliest, INT64_MAX);
}

void Part::unpack_mail(std::size_t from, ByteReader& in) {
  if (m_.board.slots) m_.board.heard[from].begin(m_.board, m_.board.before(place_.writing));
  while (!in.empty()) unpack_thread_mail(from, in);
}

/// As if the other end itself had added it to the log in the window that has just ended.
void Part::add_far_credit(const CreditMail& c) {
  InLane& log = m_.far_log(m_.network.first_port[c.group] + c.port, c.vc);
  const bool noted = log.add(c.due, c.size, start_ - m_.window);
  if (noted && !log.wanted) return;
  const std::uint16_t bytes = noted ? 0 : c.size;
  if (noted) log.wanted = 0;
  calendar_.add(
      Note{.at = c.due, .kind = Kind::credit, .group = c.group, .port = c.port, .vc = c.vc, .bytes = bytes});
}

/// Their logs are anywhere in memory: each is asked for some credits ahead, and its place still earlier.
void Part::unpack_credits(ByteReader& in) {
  constexpr std::size_t ahead = 8;
  far_credits_.resize(in.take<std::uint32_t>());
  in.take_all(far_credits_.data(), far_credits_.size());
  const auto channel = [this](const CreditMail& c) { return m_.network.first_port[c.group] + c.port; };
  for (std::size_t i = 0; i < far_credits_.size(); ++i) {
    if (i + 2 * ahead < far_credits_.size())
      __builtin_prefetch(&m_.far_index[channel(far_credits_[i + 2 * ahead])]);
    if (i + ahead < far_credits_.size())
      __builtin_prefetch(&m_.far_log(channel(far_credits_[i + ahead]), far_credits_[i + ahead].vc), 1);
    add_far_credit(far_credits_[i]);
  }
}

void Part::unpack_thread_mail(std::size_t from, ByteReader& in) {
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) {
    const auto packet = in.take<Packet>();
    calendar_.add(packet, packet.kind());
  }
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) calendar_.add(in.take<Note>());
  unpack_credits(in);
  for (auto n = in.take<std::uint32_t>(); n > 0; --n)
    m_.board.heard[from].add(m_.board, in.take<BoardNews>());
}

}  // namespace ebb::inline engine
