// The butterfly in SimGrid, which computes flows, not packets: a message shares the rate of every channel on
// its path with the other messages there, max-min fairly, and there are neither queues nor hops. One actor
// starts all messages and no mailboxes are used: this is the least that SimGrid can do for a message.
#include <functional>
#include <queue>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

#include "butterfly.hpp"

namespace {

namespace sg = simgrid::s4u;

sg::Link* channel(sg::NetZone* zone, const std::string& name, int delay_ns) {
  return zone->create_link(name, peers::bits_per_second / 8)->set_latency(1e-9 * delay_ns)->seal();
}

/// All channels, and for each pair of hosts the ones between them.
std::vector<sg::Host*> build(const peers::Butterfly& net) {
  auto* zone = sg::create_full_zone("butterfly");
  std::vector<sg::Host*> hosts;
  std::vector<sg::Link*> from_host, to_host;
  for (int host = 0; host < net.hosts(); ++host) {
    const auto name = std::to_string(host);
    hosts.push_back(zone->create_host("host" + name, 1e9)->seal());
    from_host.push_back(channel(zone, "from" + name, peers::host_cable_ns));
    to_host.push_back(channel(zone, "to" + name, peers::host_cable_ns));
  }
  const auto count = static_cast<std::size_t>(net.switches());
  std::vector<std::vector<sg::Link*>> between(count, std::vector<sg::Link*>(count));
  for (int a = 0; a < net.switches(); ++a)
    for (int b = 0; b < net.switches(); ++b)
      if (net.joined(a, b))
        between[a][b] = channel(zone, std::to_string(a) + "-" + std::to_string(b), peers::switch_cable_ns);
  for (int source = 0; source < net.hosts(); ++source)
    for (int destination = 0; destination < net.hosts(); ++destination) {
      if (source == destination) continue;
      std::vector<sg::LinkInRoute> way{sg::LinkInRoute(from_host[source])};
      for (int at = net.switch_of(source), last = net.switch_of(destination); at != last;) {
        const int next = net.next(at, last);
        way.emplace_back(between[at][next]);
        at = next;
      }
      way.emplace_back(to_host[destination]);
      zone->add_route(hosts[source]->get_netpoint(), hosts[destination]->get_netpoint(), nullptr, nullptr,
                      way, false);
    }
  zone->seal();
  return hosts;
}

/// Starts every host's messages at their times, then waits until the last one must have arrived. Returns the
/// sum of those times.
double send_all(const peers::Case& one, const std::vector<sg::Host*>& hosts, std::int64_t& started) {
  constexpr double drain_s = 1e-3;
  peers::Traffic traffic(one);
  using Next = std::pair<double, int>;  // when, host
  std::priority_queue<Next, std::vector<Next>, std::greater<>> calendar;
  for (int host = 0; host < one.network.hosts(); ++host) calendar.emplace(traffic.gap_seconds(), host);
  double times_s = 0;
  while (calendar.top().first < one.seconds) {
    const auto [when, host] = calendar.top();
    calendar.pop();
    sg::this_actor::sleep_until(when);
    auto message = sg::Comm::sendto_init(hosts[host], hosts[traffic.destination(host)]);
    message->set_payload_size(static_cast<std::uint64_t>(peers::packet_bytes) * one.packets)->detach();
    ++started;
    times_s += sg::Engine::get_clock();
    calendar.emplace(when + traffic.gap_seconds(), host);
  }
  sg::this_actor::sleep_for(drain_s);
  return times_s;
}

}  // namespace

int main(int argc, char** argv) {
  sg::Engine engine(&argc, argv);
  const auto one = peers::case_of(argc, argv);
  // Bare max-min sharing: no TCP factors, and times finer than the default 10 us.
  sg::Engine::set_config("network/model:CM02");
  sg::Engine::set_config("network/crosstraffic:0");
  sg::Engine::set_config("surf/precision:1e-12");
  const auto hosts = build(one.network);
  peers::Counters counters;
  std::int64_t started = 0;
  double started_s = 0,
         finished_s = 0;  // sums over all messages: their difference is the sum of the latencies
  sg::Actor::create("traffic", hosts[0], [&] { started_s = send_all(one, hosts, started); });
  using simgrid::kernel::resource::Action;
  sg::Link::on_communication_state_change_cb([&](auto&, Action::State before) {
    if (before != Action::State::STARTED) return;  // nothing fails here: a message in flight has arrived
    ++counters.messages;
    finished_s += sg::Engine::get_clock();
  });
  const double before = peers::cpu_seconds();
  engine.run();
  const double cpu_s = peers::cpu_seconds() - before;
  if (counters.messages != started) {
    std::fprintf(stderr, "%lld of %lld messages arrived: the load is too high\n",
                 static_cast<long long>(counters.messages), static_cast<long long>(started));
    return 1;
  }
  counters.latency_s = finished_s - started_s;
  counters.print(cpu_s);
}
