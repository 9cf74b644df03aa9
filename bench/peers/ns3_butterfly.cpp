// The butterfly in ns-3: point-to-point devices and channels with drop-tail queues, and switches that look up
// the outgoing device in a table. No Internet stack: this is the least that ns-3 can do for a packet, so the
// comparison favours it. It has no credits; the queues are so long that nothing is lost.
#include <ns3/core-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <cstring>
#include <vector>

#include "butterfly.hpp"

namespace {

using namespace ns3;

constexpr std::uint16_t ipv4 = 0x0800;   // a protocol that the devices let pass
constexpr std::uint32_t ppp_header = 2;  // bytes that the devices add

/// The first bytes of each packet.
struct Head {
  std::int64_t born_ps;
  std::int32_t destination;
  std::int32_t left;  // packets of the message after it; they stay in order, because there is one path
};

class Network {
 public:
  explicit Network(const peers::Case& one)
      : one_(one), traffic_(one), host_device_(static_cast<std::size_t>(one.network.hosts())) {
    link_.SetDeviceAttribute("DataRate",
                             DataRateValue(DataRate(static_cast<std::uint64_t>(peers::bits_per_second))));
    link_.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000000p"));
    switches_.Create(
        static_cast<std::uint32_t>(one.network.switches()));  // first: a switch's node id is its number
    hosts_.Create(static_cast<std::uint32_t>(one.network.hosts()));
    connect();
  }

  void start() {
    for (int host = 0; host < one_.network.hosts(); ++host) schedule(host);
  }
  const peers::Counters& counters() const { return counters_; }

 private:
  NetDeviceContainer cable(Ptr<Node> a, Ptr<Node> b, int delay_ns) {
    link_.SetChannelAttribute("Delay", TimeValue(NanoSeconds(delay_ns)));
    return link_.Install(a, b);
  }

  void connect() {
    const auto& net = one_.network;
    const auto count = static_cast<std::size_t>(net.switches());
    std::vector<std::vector<Ptr<NetDevice>>> towards(count, std::vector<Ptr<NetDevice>>(count));
    std::vector<Ptr<NetDevice>> to_host;
    for (int host = 0; host < net.hosts(); ++host) {
      const auto ends = cable(hosts_.Get(host), switches_.Get(net.switch_of(host)), peers::host_cable_ns);
      host_device_[host] = ends.Get(0);
      ends.Get(0)->SetReceiveCallback(MakeCallback(&Network::deliver, this));
      ends.Get(1)->SetReceiveCallback(MakeCallback(&Network::forward, this));
      to_host.push_back(ends.Get(1));
    }
    for (int a = 0; a < net.switches(); ++a)
      for (int b = a + 1; b < net.switches(); ++b) {
        if (!net.joined(a, b)) continue;
        const auto ends = cable(switches_.Get(a), switches_.Get(b), peers::switch_cable_ns);
        for (std::uint32_t end = 0; end < 2; ++end)
          ends.Get(end)->SetReceiveCallback(MakeCallback(&Network::forward, this));
        towards[a][b] = ends.Get(0);
        towards[b][a] = ends.Get(1);
      }
    table_.resize(count);
    for (int at = 0; at < net.switches(); ++at)
      for (int host = 0; host < net.hosts(); ++host) {
        const int last = net.switch_of(host);
        table_[at].push_back(at == last ? to_host[host] : towards[at][net.next(at, last)]);
      }
  }

  void schedule(int host) {
    Simulator::Schedule(PicoSeconds(static_cast<std::int64_t>(traffic_.gap_seconds() * 1e12)),
                        &Network::inject, this, host);
  }

  void inject(int host) {
    const auto now_ps = Simulator::Now().GetPicoSeconds();
    const int destination = traffic_.destination(host);
    for (int left = one_.packets - 1; left >= 0; --left) {
      const Head head{now_ps, destination, left};
      auto packet = Create<Packet>(reinterpret_cast<const std::uint8_t*>(&head), sizeof head);
      packet->AddPaddingAtEnd(peers::packet_bytes - ppp_header - sizeof head);
      send(host_device_[host], packet);
    }
    schedule(host);
  }

  static void send(const Ptr<NetDevice>& device, const Ptr<Packet>& packet) {
    if (!device->Send(packet, device->GetBroadcast(), ipv4))
      NS_FATAL_ERROR("a queue is full: the load is too high");
  }

  static Head head_of(const Ptr<const Packet>& packet) {
    std::uint8_t bytes[sizeof(Head)];
    packet->CopyData(bytes, sizeof bytes);
    Head head;
    std::memcpy(&head, bytes, sizeof head);
    return head;
  }

  bool forward(Ptr<NetDevice> device, Ptr<const Packet> packet, std::uint16_t, const Address&) {
    ++counters_.packet_hops;
    send(table_[device->GetNode()->GetId()][head_of(packet).destination], packet->Copy());
    return true;
  }

  bool deliver(Ptr<NetDevice>, Ptr<const Packet> packet, std::uint16_t, const Address&) {
    const Head head = head_of(packet);
    if (head.left > 0) return true;
    ++counters_.messages;
    counters_.latency_s += 1e-12 * static_cast<double>(Simulator::Now().GetPicoSeconds() - head.born_ps);
    return true;
  }

  peers::Case one_;
  peers::Traffic traffic_;
  peers::Counters counters_;
  PointToPointHelper link_;
  NodeContainer switches_, hosts_;
  std::vector<Ptr<NetDevice>> host_device_;
  std::vector<std::vector<Ptr<NetDevice>>> table_;  // [switch][destination]
};

}  // namespace

int main(int argc, char** argv) {
  const auto one = peers::case_of(argc, argv);
  Time::SetResolution(Time::PS);
  Network network(one);
  network.start();
  Simulator::Stop(PicoSeconds(static_cast<std::int64_t>(one.seconds * 1e12)));
  const double before = peers::cpu_seconds();
  Simulator::Run();
  network.counters().print(peers::cpu_seconds() - before);
  Simulator::Destroy();
}
