// A packet that finds no space is lost, and so is its message. Nothing is sent again.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Loses a packet. Where others of its message may arrive, their destination is told, a window later.
template <class Here>
void drop(Here& at, const Packet& packet) {
  const Network& net = at.state.network;
  const HostId to = net.host_at(net.peer[net.first_port[packet.route.to] + packet.route.out]);
  at.count(Dropped{packet, packet.size - at.header, to});
  if (packet.parts == 1) return at.count(MessageLost{});
  Packet mark = packet;
  mark.at = at.now + at.state.lookahead;
  mark.switch_id = packet.route.to, mark.port = packet.route.out, mark.vc = 0;
  mark.rate = lost_rate;
  at.fly(mark);
}

/// The destination learns of a lost packet. The last packet of a message ends it, lost or not.
template <class Here>
void note_loss(Here& at, const Packet& mark) {
  if (at.gather(mark, lost_payload)) at.count(MessageLost{});
}

}  // namespace ebb::inline engine
