#include "fabric/bpf/reaction.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint16_t udp_port = 8686;
constexpr std::size_t payload = 1'000;
constexpr std::int64_t frame_bytes = payload + 42;  ///< with the headers of UDP, IP and Ethernet
constexpr double share_of_rate = 0.9;
constexpr std::chrono::milliseconds quiet{300};

sockaddr_in address_of(const std::string& ip) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(udp_port);
  inet_pton(AF_INET, ip.c_str(), &address.sin_addr);
  return address;
}

/// Sockets in the namespaces of the flows' hosts. They are used from any namespace.
class FlowSockets {
 public:
  FlowSockets(const LabNames& names, const CollidingFlows& flows) {
    // A namespace belongs to a thread: this one stays in its own.
    std::thread([&] {
      for (const auto& [from, to] : flows.flows) {
        sending_.push_back(open(names, from, "", LabNames::ip(to)));
        receiving_.push_back(open(names, to, LabNames::ip(to), ""));
      }
    }).join();
  }
  ~FlowSockets() {
    for (const auto& files : {sending_, receiving_})
      for (const int file : files)
        if (file >= 0) close(file);
  }
  FlowSockets(const FlowSockets&) = delete;
  FlowSockets& operator=(const FlowSockets&) = delete;

  const std::string& wrong() const { return wrong_; }

  /// One frame of each flow. Returns how many were sent.
  std::uint64_t send_one_each() const {
    static const std::string text(payload, '\0');
    std::uint64_t sent = 0;
    for (const int file : sending_)
      sent += send(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    return sent;
  }
  std::uint64_t take_received() const {
    std::uint64_t received = 0;
    char text[payload];
    for (const int file : receiving_)
      while (recv(file, text, sizeof text, MSG_DONTWAIT) >= 0) ++received;
    return received;
  }

 private:
  int open(const LabNames& names, HostId host, const std::string& at, const std::string& to) {
    const int file = enter_namespace(names.host(host)) ? socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    const sockaddr_in address = address_of(at.empty() ? to : at);
    const auto* general = reinterpret_cast<const sockaddr*>(&address);
    const int buffer = 4 << 20;  // a busy machine reads late
    const bool ready =
        file >= 0 && (at.empty() ? connect(file, general, sizeof address)
                                 : setsockopt(file, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) |
                                       bind(file, general, sizeof address)) == 0;
    if (!ready && wrong_.empty())
      wrong_ = fmt::format("{} cannot open a socket: {}", host_name(host), std::strerror(errno));
    return file;
  }

  std::vector<int> sending_, receiving_;
  std::string wrong_;
};

/// Reads how many bytes went to a port. When they are as many as its cable carries, it moves one of the
/// flows.
class Controller {
 public:
  Controller(const CollidingFlows& flows, const KernelSwitch& at, const ReactionSettings& settings)
      : thread_([this, &flows, &at, &settings] { run(flows, at, settings); }) {}
  ~Controller() {
    stop_ = true;
    thread_.join();
  }
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

 private:
  void run(const CollidingFlows& flows, const KernelSwitch& at, const ReactionSettings& settings) {
    const double full = 0.95 * static_cast<double>(settings.rate.v);
    std::uint64_t before = 0;
    auto then = Clock::now();
    for (auto next = then + *settings.controller; !stop_; next += *settings.controller) {
      std::this_thread::sleep_until(next);
      const auto queue = at.queue(flows.port);
      if (!queue) return;
      const auto now = Clock::now();
      const double load = 8.0 * static_cast<double>(queue->bytes - before) /
                          std::chrono::duration<double>(now - then).count();
      if (load > full) at.move_flow(flows.destination, flows.port, flows.alternative);
      before = queue->bytes, then = now;
    }
  }

  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

/// Sends for the length of a burst and receives until nothing has come for a while.
void send_burst(const FlowSockets& sockets, const ReactionSettings& settings, Reaction& all) {
  const auto gap = std::chrono::nanoseconds(static_cast<std::int64_t>(
      8e9 * static_cast<double>(frame_bytes) / (share_of_rate * static_cast<double>(settings.rate.v))));
  const auto begin = Clock::now();
  for (auto next = begin; next < begin + settings.length; next += gap) {
    std::this_thread::sleep_until(next);
    all.sent += sockets.send_one_each();
    all.received += sockets.take_received();
  }
  for (auto last = Clock::now(); Clock::now() < last + quiet;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::uint64_t more = sockets.take_received();
    if (more > 0) last = Clock::now();
    all.received += more;
  }
}

}  // namespace

Result<Reaction> measure_reaction(const LabNames& names, const CollidingFlows& flows, const KernelSwitch& at,
                                  const ReactionSettings& settings) {
  const FlowSockets sockets(names, flows);
  if (!sockets.wrong().empty())
    return Problem{"ebb lab reaction", sockets.wrong(), "`ebb lab status` shows what is left of the lab"};
  Reaction all;
  for (int burst = 0; burst < settings.bursts; ++burst) {
    Problems problems = at.clear(flows.port);
    if (problems.empty()) problems = at.follow_controller(settings.controller.has_value());
    if (!problems.empty()) return problems;
    std::optional<Controller> controller;
    if (settings.controller) controller.emplace(flows, at, settings);
    send_burst(sockets, settings, all);
    controller.reset();
    if (problems = at.move_back(flows.destination); !problems.empty()) return problems;
    const auto queue = at.queue(flows.port);
    if (!queue) return queue.problems();
    all.diverted += queue->diverted;
    if (queue->first_diverted > queue->first_long && queue->first_long > 0)
      all.times.emplace_back(queue->first_diverted - queue->first_long);
  }
  Problems problems = at.follow_controller(false);
  if (!problems.empty()) return problems;
  return all;
}

}  // namespace ebb::inline fabric
