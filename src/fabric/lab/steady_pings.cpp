#include "fabric/lab/steady_pings.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/icmp_echo.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds pause{10};
constexpr std::chrono::seconds patience{2};

}  // namespace

void AnsweredPings::take(std::uint16_t number) {
  const std::uint64_t sent = answered_.size();
  const std::uint64_t back = static_cast<std::uint16_t>(sent - 1 - number);
  if (back >= sent || answered_[sent - 1 - back]) return;
  answered_[sent - 1 - back] = true;
  ++got_;
}

SteadyPings::SteadyPings(const LabNames& names, std::uint32_t hosts) {
  for (std::uint32_t from = 0; from < hosts; ++from)
    for (const std::uint32_t distance : {1u, 2u})
      if (distance < hosts) pairs_.push_back({from, (from + distance) % hosts});
  sockets_.assign(hosts, -1);
  // A namespace belongs to a thread: the other threads stay in theirs.
  thread_ = std::thread([this, names] { run(names); });
}

PingCount SteadyPings::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  return count();
}

void SteadyPings::run(const LabNames& names) {
  if (open_sockets(names)) {
    for (auto next = Clock::now(); !stop_; next = std::max(next + pause, Clock::now())) {
      send_all();
      take_answers(next + pause);
    }
    for (const auto end = Clock::now() + patience; count().lost > 0 && Clock::now() < end;)
      take_answers(Clock::now() + pause);
  }
  for (const int file : sockets_)
    if (file >= 0) close(file);
}

bool SteadyPings::open_sockets(const LabNames& names) {
  for (HostId h = 0; h < sockets_.size(); ++h)
    if (!enter_namespace(names.host(h)) || (sockets_[h] = open_echo_socket()) < 0) {
      wrong_ = fmt::format("{} cannot ping: {}", host_name(h), std::strerror(errno));
      return false;
    }
  return true;
}

/// A request that cannot be sent gets no reply, so it counts as lost.
void SteadyPings::send_all() {
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    send_echo(sockets_[pairs_[p].from], LabNames::ip(pairs_[p].to),
              {static_cast<std::uint16_t>(p), pairs_[p].pings.next()});
}

void SteadyPings::take_answers(Clock::time_point until) {
  std::vector<pollfd> waiting;
  for (const int file : sockets_) waiting.push_back({file, POLLIN, 0});
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0 || poll(waiting.data(), waiting.size(), static_cast<int>(left)) <= 0) return;
    for (const pollfd& host : waiting)
      while (const auto answer = take_answer(host.fd))
        if (answer->who < pairs_.size()) pairs_[answer->who].pings.take(answer->number);
  }
}

PingCount SteadyPings::count() const {
  PingCount all;
  for (const Pair& pair : pairs_) {
    const PingCount one = pair.pings.count();
    all.sent += one.sent, all.lost += one.lost;
  }
  return all;
}

}  // namespace ebb::inline fabric
