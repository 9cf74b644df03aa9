#include "traffic/job/rehearsal.hpp"

#include <queue>
#include <tuple>
#include <vector>

namespace ebb::inline traffic {
namespace {

enum class Happening : std::uint8_t { ready, delivered, acknowledged };

struct Event {
  Picoseconds at;
  Happening what;
  HostId host;
  Delivery delivery = {};  ///< unless a message is ready

  /// Ties are broken by content: the same rehearsal gives the same order everywhere.
  auto key() const {
    return std::tuple(at, what, host, delivery.source, delivery.born, delivery.tag, delivery.destination);
  }
  bool operator>(const Event& o) const { return key() > o.key(); }
};

class Rehearsal {
 public:
  Rehearsal(const Traffic& traffic, const Network& network, const Cutting& cutting, std::uint64_t seed,
            const std::function<void(const SentMessage&)>& each)
      : traffic_(traffic),
        network_(network),
        cutting_(cutting),
        each_(each),
        free_at_(network.hosts),
        upcoming_(network.hosts) {
    for (HostId h = 0; h < network.hosts; ++h) {
      memories_.push_back(host_memory(seed, h));
      ask(h, {});
    }
  }

  void play(Picoseconds until) {
    while (!events_.empty() && events_.top().at < until) {
      const Event event = events_.top();
      events_.pop();
      if (event.what == Happening::ready)
        ready(event.host, event.at);
      else
        tell(event);
    }
  }

 private:
  void ask(HostId host, Picoseconds now) {
    upcoming_[host] = traffic_.next(host, now, memories_[host]);
    if (upcoming_[host].destination != no_id) events_.push({upcoming_[host].at, Happening::ready, host});
  }

  void ready(HostId host, Picoseconds now) {
    if (upcoming_[host].size.v > 0) send(host, upcoming_[host], now);
    ask(host, now);
  }

  void send(HostId source, const Message& message, Picoseconds now) {
    each_({now, source, message.destination, message.size});
    if (!traffic_.listens()) return;
    Picoseconds& free = free_at_[source];
    free = std::max(free, now) +
           wire_time(cutting_.on_wire(message.size), network_.link(network_.host_port(source)).rate);
    const Picoseconds at = free + rehearsal_latency;
    events_.push({at,
                  Happening::delivered,
                  message.destination,
                  {source, message.destination, message.size, message.tag, now, at}});
  }

  void tell(const Event& event) {
    HostMemory& memory = memories_[event.host];
    const bool at_destination = event.what == Happening::delivered;
    const Message answer = at_destination ? traffic_.delivered(event.delivery, memory)
                                          : traffic_.acknowledged(event.delivery, event.at, memory);
    if (answer.destination != no_id && answer.size.v == 0)
      events_.push({answer.at, Happening::ready, event.host});
    else if (answer.destination != no_id)
      send(event.host, answer, event.at);
    if (at_destination)
      events_.push({event.at + traffic_.acknowledge_after(), Happening::acknowledged, event.delivery.source,
                    event.delivery});
  }

  const Traffic& traffic_;
  const Network& network_;
  const Cutting cutting_;
  const std::function<void(const SentMessage&)>& each_;
  std::vector<HostMemory> memories_;
  std::vector<Picoseconds> free_at_;  ///< of each host's channel
  std::vector<Message> upcoming_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

Problems rehearse(const Traffic& traffic, const Network& network, const Cutting& cutting, std::uint64_t seed,
                  Picoseconds until, const std::function<void(const SentMessage&)>& each) {
  Rehearsal(traffic, network, cutting, seed, each).play(until);
  return failure_of(traffic);
}

}  // namespace ebb::inline traffic
