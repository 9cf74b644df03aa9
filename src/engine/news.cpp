// Messages as wholes: their last packet completes them, and a workload that listens is told, first at the
// destination, then at the source.
#include "base/ensure.hpp"
#include "engine/source.hpp"

namespace ebb::inline engine {

/// A message in several packets is complete with the last of them; the host's channel delivers them in order
/// of time, so the one that is counted last is the last one.
void Part::assemble(const Packet& packet, std::int64_t at, std::uint64_t payload) {
  Block::Arriving& message = block_->arriving[std::uint64_t{packet.source} << 32 | packet.message];
  message.payload += payload;
  if (++message.packets < packet.parts) return;
  const std::uint64_t total = message.payload;
  block_->arriving.erase(std::uint64_t{packet.source} << 32 | packet.message);
  complete(packet, at, total);
}

void Part::tell_destination(const Packet& packet, std::int64_t at, std::uint64_t payload) {
  Packet news = packet;
  news.at = news.entered = at;
  news.group = group_;
  news.port = packet.route.out;
  news.vc = 0, news.rate = news_rate;
  news.message = static_cast<std::uint32_t>(payload);
  news.route.phase = 1;
  fly(news, Kind::news);
}

void Part::hear(const Packet& news) {
  const bool at_source = news.route.phase == 2;
  const HostId here = host_at(news.port);
  const HostId destination =
      m_.network.host_at(m_.network.peer[m_.network.first_port[news.route.to] + news.route.out]);
  const Delivery delivery{.source = news.source,
                          .destination = destination,
                          .size = {news.message},
                          .tag = news.tag,
                          .born = {news.born},
                          .at = {news.entered}};
  HostMemory& memory = m_.host[here].memory;
  const Message answer = at_source ? m_.traffic.acknowledged(delivery, Picoseconds{now_}, memory)
                                   : m_.traffic.delivered(delivery, memory);
  if (answer.destination != no_id) {
    queue_message(here, answer);
    pump(here);
  }
  if (at_source) return;
  Packet back = news;
  back.route.phase = 2;
  back.group = m_.place[news.source].at, back.port = m_.place[news.source].local;
  back.at = now_ + std::max(m_.traffic.acknowledge_after().v, m_.window);
  fly(back, Kind::news);
}

/// News of the same picosecond for the same host are told in an order that follows from their content; so are
/// packets that become ready for the same output.
void Part::order_ties(Event* first, Event* last) {
  const auto same = [](const Event& a, const Event& b) { return a.order == b.order; };
  for (Event* i = first; i < last;) {
    Event* j = i + 1;
    while (j < last && same(*i, *j)) ++j;
    const Kind kind = Event::kind(i->order);
    if (j - i > 1 && (kind == Kind::news || kind == Kind::ready))
      std::sort(i, j, [&](const Event& a, const Event& b) {
        const Packet &p = packet_at(a.load), &q = packet_at(b.load);
        return std::tuple(p.route.phase, p.source, p.born, p.tag, p.route.to, p.route.out, p.entered) <
               std::tuple(q.route.phase, q.source, q.born, q.tag, q.route.to, q.route.out, q.entered);
      });
    i = j;
  }
}

}  // namespace ebb::inline engine
