// What crosses from one part to another: packets, notes, and credits for the logs of the other part's
// channels.
// Parts exchange it at the end of each window; as order is settled by content, it does not matter who was
// first.
#include "engine/order.hpp"

namespace ebb {

void Part::post(const Packet& packet) { outbox_[m_.part_of[packet.group]].packets.push(packet); }

void Part::post(const Note& n) { outbox_[m_.part_of[n.group]].notes.push(n); }

void Part::return_credit_by_mail(const Packet& packet, std::int64_t due) {
  const OutPort& back = out_[packet.port];
  outbox_[m_.part_of[back.peer_group]].credits.push({.due = due,
                                                     .lane = m_.lane(first_port_ + packet.port, packet.vc),
                                                     .group = back.peer_group,
                                                     .port = back.peer_port,
                                                     .vc = packet.vc,
                                                     .size = packet.size});
}

void Part::receive(Mail& mail) {
  for (const Packet& p : mail.packets) calendar_.add(p, p.kind());
  for (const Note& n : mail.notes) calendar_.add(n);
  for (const CreditMail& c : mail.credits) {
    InLane& log = m_.in[c.lane];
    const bool noted = log.add(c.due, c.size, finish_);
    if (noted && !log.wanted) continue;
    const std::uint16_t bytes = noted ? 0 : c.size;
    if (noted) log.wanted = 0;
    calendar_.add(Note{
        .at = c.due, .kind = Kind::credit, .group = c.group, .port = c.port, .vc = c.vc, .bytes = bytes});
  }
  mail.packets.clear(), mail.notes.clear(), mail.credits.clear();
}

}  // namespace ebb
