// TCP in ns-3, for bench/peers/compare_tcp.py: long flows over one bottleneck (a dumbbell), or rounds in
// which many servers answer one client (incast). Devices have drop-tail queues, or mark by ECN from a
// threshold on. Prints JSON.
//
//   ns3_tcp dumbbell|incast CONTROL [key=value …]
#include <ns3/applications-module.h>
#include <ns3/core-module.h>
#include <ns3/internet-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>
#include <ns3/traffic-control-module.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace ns3;

constexpr std::uint32_t segment_bytes = 1448;
constexpr std::uint16_t port = 5000;

std::map<std::string, double> values = {{"flows", 2},
                                        {"bottleneck_mbps", 1000},
                                        {"access_mbps", 10000},
                                        {"delay_us", 400},
                                        {"access_delay_us", 10},
                                        {"queue", 100},
                                        {"seconds", 10},
                                        {"warm_seconds", 2},
                                        {"window", 4 << 20},
                                        {"min_rto_us", 200'000},
                                        {"ecn", 0},
                                        {"ack_every", 2},
                                        {"block", 32 << 10},
                                        {"rounds", 60},
                                        {"sample_ms", 0}};

std::string text_of(const char* key, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.0f%s", values[key], unit);
  return text;
}

void configure(const std::string& control) {
  const std::map<std::string, std::string> types = {
      {"newreno", "ns3::TcpLinuxReno"}, {"cubic", "ns3::TcpCubic"}, {"dctcp", "ns3::TcpDctcp"}};
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName(types.at(control))));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment_bytes));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
  Config::SetDefault("ns3::TcpSocket::DelAckCount",
                     UintegerValue(static_cast<std::uint32_t>(values["ack_every"])));
  Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
  const auto window = static_cast<std::uint32_t>(values["window"]);
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(window));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(window));
  Config::SetDefault("ns3::TcpSocketBase::MinRto",
                     TimeValue(MicroSeconds(static_cast<std::uint64_t>(values["min_rto_us"]))));
  Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MicroSeconds(10)));
  Config::SetDefault("ns3::TcpCubic::HyStart", BooleanValue(false));
  if (control == "dctcp") {
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    Config::SetDefault("ns3::RedQueueDisc::UseEcn", BooleanValue(true));
    Config::SetDefault("ns3::RedQueueDisc::UseHardDrop", BooleanValue(false));
    Config::SetDefault("ns3::RedQueueDisc::MeanPktSize", UintegerValue(1500));
    Config::SetDefault("ns3::RedQueueDisc::MaxSize", QueueSizeValue(QueueSize(text_of("queue", "p"))));
    Config::SetDefault("ns3::RedQueueDisc::QW", DoubleValue(1));  // the queue itself, not its mean
    Config::SetDefault("ns3::RedQueueDisc::MinTh", DoubleValue(values["ecn"]));
    Config::SetDefault("ns3::RedQueueDisc::MaxTh", DoubleValue(values["ecn"]));
  }
}

/// Counts segments that are sent again, by the highest sequence number of each socket.
struct Repeats {
  std::map<const TcpSocketBase*, SequenceNumber32> highest;
  std::uint64_t count = 0;
  void sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket) {
    if (packet->GetSize() == 0) return;
    const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
    auto [place, is_new] = highest.try_emplace(PeekPointer(socket), end);
    if (!is_new && end <= place->second) ++count;
    if (!is_new && end > place->second) place->second = end;
  }
} repeats;

std::uint64_t drops = 0;
void count_drop(Ptr<const Packet>) { ++drops; }
void count_item_drop(Ptr<const QueueDiscItem>) { ++drops; }

class Links {
 public:
  Links(const char* rate, const char* delay, bool marks) : marks_(marks) {
    link_.SetDeviceAttribute("DataRate", StringValue(text_of(rate, "Mbps")));
    link_.SetChannelAttribute("Delay", StringValue(text_of(delay, "us")));
    if (!marks) link_.DisableFlowControl();  // the queue of the device is the only one
    // Behind a queue discipline the device itself holds one packet only.
    link_.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(marks ? "1p" : text_of("queue", "p")));
  }
  /// Only the device of `a` is a bottleneck. Hosts never drop what they send.
  Ipv4Address join(Ptr<Node> a, Ptr<Node> b, bool unlimited_a, bool unlimited_b) {
    NetDeviceContainer ends = link_.Install(a, b);
    TrafficControlHelper control;
    if (marks_)
      control.SetRootQueueDisc("ns3::RedQueueDisc", "LinkBandwidth",
                               StringValue(text_of("bottleneck_mbps", "Mbps")));
    if (marks_)
      control.Install(ends.Get(0)).Get(0)->TraceConnectWithoutContext("Drop", MakeCallback(&count_item_drop));
    for (std::uint32_t i = 0; i < 2; ++i) {
      const auto queue = DynamicCast<PointToPointNetDevice>(ends.Get(i))->GetQueue();
      const bool unlimited = i == 0 ? unlimited_a : unlimited_b;
      if (unlimited || (marks_ && i == 1)) queue->SetAttribute("MaxSize", StringValue("1000000p"));
      queue->TraceConnectWithoutContext("Drop", MakeCallback(&count_drop));
    }
    char base[32];
    std::snprintf(base, sizeof base, "10.%u.%u.0", next_ / 250 + 1, next_ % 250);
    ++next_;
    addresses_.SetBase(base, "255.255.255.0");
    const Ipv4InterfaceContainer interfaces = addresses_.Assign(ends);
    if (marks_) control.Uninstall(ends.Get(1));
    return interfaces.GetAddress(1);
  }

 private:
  static inline unsigned next_ = 0;
  PointToPointHelper link_;
  Ipv4AddressHelper addresses_;
  bool marks_;
};

/// A receiver that counts bytes.
struct Sink {
  std::uint64_t bytes = 0;
  std::uint64_t before = 0;  ///< at the end of the warm-up
  Callback<void> heard = MakeNullCallback<void>();
  void install(Ptr<Node> node, std::uint16_t at) {
    Ptr<Socket> listener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), at));
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&Sink::accept, this));
    listener_ = listener;
  }
  void accept(Ptr<Socket> socket, const Address&) {
    socket->SetRecvCallback(MakeCallback(&Sink::receive, this));
  }
  void receive(Ptr<Socket> socket) {
    while (Ptr<Packet> packet = socket->Recv()) {
      if (packet->GetSize() == 0) break;
      bytes += packet->GetSize();
    }
    if (!heard.IsNull()) heard();
  }
  Ptr<Socket> listener_;
};

/// A sender that always has something to send.
struct Source {
  Ptr<Socket> socket;
  std::uint32_t window = 0;  ///< bytes
  bool endless = true;
  std::uint64_t owed = 0;
  void open(Ptr<Node> node, Ipv4Address to, std::uint16_t at) {
    socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&Source::window_changed, this));
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&Repeats::sent, &repeats));
    socket->SetConnectCallback(MakeCallback(&Source::connected, this), MakeNullCallback<void, Ptr<Socket>>());
    socket->SetSendCallback(MakeCallback(&Source::more, this));
    socket->Connect(InetSocketAddress(to, at));
  }
  void connected(Ptr<Socket>) { more(socket, socket->GetTxAvailable()); }
  void more(Ptr<Socket>, std::uint32_t) {
    while (endless || owed > 0) {
      std::uint32_t size = std::min(socket->GetTxAvailable(), segment_bytes * 16);
      if (!endless) size = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, owed));
      if (size == 0) return;
      const int sent = socket->Send(Create<Packet>(size));
      if (sent <= 0) return;
      if (!endless) owed -= static_cast<std::uint64_t>(sent);
    }
  }
  void window_changed(std::uint32_t, std::uint32_t now) { window = now; }
};

void sample(const std::vector<Source>* sources, std::vector<double>* windows) {
  windows->push_back(static_cast<double>((*sources)[0].window) / segment_bytes);
  Simulator::Schedule(MicroSeconds(static_cast<std::uint64_t>(values["sample_ms"] * 1000)), &sample, sources,
                      windows);
}

void print_list(const char* name, const std::vector<double>& all) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < all.size(); ++i) std::printf("%s%.6g", i ? ", " : "", all[i]);
  std::printf("], ");
}

void dumbbell() {
  const auto flows = static_cast<std::uint32_t>(values["flows"]);
  NodeContainer left, right, switches;
  left.Create(flows), right.Create(flows), switches.Create(2);
  InternetStackHelper stack;
  stack.InstallAll();
  const bool marks = values["ecn"] > 0;
  Links access("access_mbps", "access_delay_us", false), middle("bottleneck_mbps", "delay_us", marks);
  std::vector<Ipv4Address> to;
  for (std::uint32_t i = 0; i < flows; ++i) {
    access.join(left.Get(i), switches.Get(0), true, true);
    to.push_back(access.join(switches.Get(1), right.Get(i), true, true));
  }
  middle.join(switches.Get(0), switches.Get(1), false, true);
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();
  std::vector<Sink> sinks(flows);
  std::vector<Source> sources(flows);
  for (std::uint32_t i = 0; i < flows; ++i) {
    sinks[i].install(right.Get(i), port);
    Simulator::ScheduleWithContext(left.Get(i)->GetId(), NanoSeconds(i), &Source::open, &sources[i],
                                   left.Get(i), to[i], port);
  }
  std::vector<double> windows;
  if (values["sample_ms"] > 0)
    Simulator::Schedule(MicroSeconds(static_cast<std::uint64_t>(values["sample_ms"] * 1000)), &sample,
                        &sources, &windows);
  Simulator::Stop(Seconds(values["warm_seconds"]));
  Simulator::Run();
  for (Sink& sink : sinks) sink.before = sink.bytes;
  Simulator::Stop(Seconds(values["seconds"] - values["warm_seconds"]));
  Simulator::Run();
  std::vector<double> rates;
  for (const Sink& sink : sinks)
    rates.push_back(static_cast<double>(sink.bytes - sink.before) * 8 /
                    (values["seconds"] - values["warm_seconds"]));
  std::printf("{");
  print_list("goodput_bits_per_s", rates), print_list("window_packets", windows);
  std::printf("\"dropped\": %llu, \"retransmissions\": %llu}\n", static_cast<unsigned long long>(drops),
              static_cast<unsigned long long>(repeats.count));
}

/// A client asks all servers for a block, and for the next one when all blocks have arrived.
struct Rounds {
  std::vector<Source> servers;
  Sink client;
  std::uint32_t done = 0;
  double request_s = 0, begin_s = 0, end_s = 0;
  void next() {
    for (std::size_t i = 0; i < servers.size(); ++i)
      Simulator::Schedule(MicroSeconds((done * 7919 + i * 104729) % 101), &Rounds::answer, this, i);
  }
  void answer(std::size_t i) {
    servers[i].owed += static_cast<std::uint64_t>(values["block"]);
    servers[i].more(servers[i].socket, 0);
  }
  void heard() {
    const auto round = static_cast<std::uint64_t>(values["block"]) * servers.size();
    if (client.bytes < round * (done + 1)) return;
    end_s = Simulator::Now().GetSeconds();
    if (++done < values["rounds"])
      Simulator::Schedule(Seconds(request_s), &Rounds::next, this);
    else
      Simulator::Stop();
  }
  void begin() { begin_s = Simulator::Now().GetSeconds(), next(); }
};

void incast() {
  const auto count = static_cast<std::uint32_t>(values["flows"]);
  NodeContainer servers, client, middle;
  servers.Create(count), client.Create(1), middle.Create(1);
  InternetStackHelper stack;
  stack.InstallAll();
  Links access("bottleneck_mbps", "access_delay_us", false),
      last("bottleneck_mbps", "access_delay_us", values["ecn"] > 0);
  const Ipv4Address to = last.join(middle.Get(0), client.Get(0), false, true);
  for (std::uint32_t i = 0; i < count; ++i) access.join(servers.Get(i), middle.Get(0), true, true);
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();
  Rounds rounds;
  rounds.servers.resize(count);
  rounds.request_s = 4 * values["access_delay_us"] * 1e-6;
  rounds.client.heard = MakeCallback(&Rounds::heard, &rounds);
  rounds.client.install(client.Get(0), port);
  for (std::uint32_t i = 0; i < count; ++i) {
    rounds.servers[i].endless = false;
    Simulator::ScheduleWithContext(servers.Get(i)->GetId(), MilliSeconds(i), &Source::open,
                                   &rounds.servers[i], servers.Get(i), to, port);
  }
  Simulator::Schedule(Seconds(1), &Rounds::begin, &rounds);
  Simulator::Stop(Seconds(1000));
  Simulator::Run();
  const double bits = values["block"] * 8 * count * rounds.done;
  std::printf(
      "{\"rounds\": %u, \"goodput_bits_per_s\": [%.6g], \"dropped\": %llu, \"retransmissions\": %llu}\n",
      rounds.done, bits / (rounds.end_s - rounds.begin_s), static_cast<unsigned long long>(drops),
      static_cast<unsigned long long>(repeats.count));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3)
    return std::fprintf(stderr, "ns3_tcp dumbbell|incast newreno|cubic|dctcp [key=value ...]\n"), 2;
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || !values.count(argument.substr(0, equals)))
      return std::fprintf(stderr, "unknown: %s\n", argv[i]), 2;
    values[argument.substr(0, equals)] = std::stod(argument.substr(equals + 1));
  }
  configure(argv[2]);
  std::string(argv[1]) == "incast" ? incast() : dumbbell();
  ns3::Simulator::Destroy();
}
