#include "fabric/lab/lab_ping.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "fabric/lab/icmp_echo.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_waiting = 8;  ///< a switch in user space has short queues
constexpr std::chrono::seconds patience{2};
constexpr std::uint16_t us = 0xebb;

/// The number of the request that the next reply belongs to; -1 at the time limit.
int next_reply(int file, Clock::time_point until) {
  for (;;) {
    while (const auto answer = take_answer(file))
      if (answer->who == us) return answer->number;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd waiting{file, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return -1;
  }
}

}  // namespace

std::vector<std::string> ping_all(const std::vector<std::string>& addresses) {
  const int file = open_echo_socket();
  if (file < 0) throw std::runtime_error(fmt::format("cannot open an ICMP socket: {}", std::strerror(errno)));
  std::vector<bool> answered(addresses.size(), false);
  for (std::size_t first = 0; first < addresses.size(); first += most_waiting) {
    const std::size_t end = std::min(first + most_waiting, addresses.size());
    std::size_t waiting = 0;
    for (std::size_t i = first; i < end; ++i)
      waiting += send_echo(file, addresses[i], {us, static_cast<std::uint16_t>(i)});
    for (const auto until = Clock::now() + patience; waiting > 0;) {
      const int number = next_reply(file, until);
      if (number < 0) break;
      if (static_cast<std::size_t>(number) >= answered.size() || answered[number]) continue;
      answered[number] = true;
      waiting -= static_cast<std::size_t>(number) >= first;
    }
  }
  close(file);
  std::vector<std::string> silent;
  for (std::size_t i = 0; i < addresses.size(); ++i)
    if (!answered[i]) silent.push_back(addresses[i]);
  return silent;
}

}  // namespace ebb::inline fabric
