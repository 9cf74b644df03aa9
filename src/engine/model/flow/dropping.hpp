// A packet that finds no space is dropped. Without a transport its message is lost: there is no
// retransmission.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Drops a packet. Where others of its message may arrive, their destination is notified, a window later.
template <class Context>
void drop(Context& context, const Packet& packet) {
  const Network& net = context.state.network;
  const HostId to = net.host_at(net.peer[net.first_port[packet.route.to] + packet.route.out]);
  context.count(Dropped{packet, packet.size - context.header, to});
  if (context.state.transport.in_use()) return;  // its connection finds out
  if (packet.parts == 1) return context.count(MessageLost{});
  Packet mark = packet;
  mark.at = context.now + context.state.lookahead;
  mark.switch_id = packet.route.to, mark.port = packet.route.out, mark.vc = 0;
  mark.rate = lost_rate;
  context.send(mark);
}

/// The destination learns of a lost packet. The last packet of a message ends it, lost or not.
template <class Context>
void record_loss(Context& context, const Packet& mark) {
  if (context.gather(mark, lost_payload)) context.count(MessageLost{});
}

}  // namespace ebb::inline engine
