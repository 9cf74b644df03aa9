#include "fabric/lab/lab_ping.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_waiting = 8;  ///< a switch in user space has short queues
constexpr std::chrono::seconds patience{2};

/// The sum that ICMP carries (RFC 1071).
std::uint16_t checksum(const icmphdr& header) {
  std::uint16_t words[sizeof header / 2];
  std::memcpy(words, &header, sizeof header);
  std::uint32_t sum = 0;
  for (const std::uint16_t word : words) sum += word;
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~(sum + (sum >> 16)));
}

bool send_request(int file, const std::string& address, std::uint16_t number) {
  icmphdr header{};
  header.type = ICMP_ECHO;
  header.un.echo.id = htons(0xebb), header.un.echo.sequence = htons(number);
  header.checksum = checksum(header);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  return sendto(file, &header, sizeof header, 0, reinterpret_cast<sockaddr*>(&to), sizeof to) ==
         static_cast<ssize_t>(sizeof header);
}

/// The number of the request that the next reply belongs to; -1 when time is up.
int next_reply(int file, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd waiting{file, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return -1;
    unsigned char packet[256];
    const ssize_t got = recv(file, packet, sizeof packet, 0);
    const std::size_t head = got > 0 ? (packet[0] & 15u) * 4 : 0;
    icmphdr header;
    if (got < static_cast<ssize_t>(head + sizeof header)) continue;
    std::memcpy(&header, packet + head, sizeof header);
    if (header.type == ICMP_ECHOREPLY && header.un.echo.id == htons(0xebb))
      return ntohs(header.un.echo.sequence);
  }
}

}  // namespace

std::vector<std::string> ping_all(const std::vector<std::string>& addresses) {
  const int file = socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP);
  if (file < 0) throw std::runtime_error(fmt::format("no socket for ICMP: {}", std::strerror(errno)));
  std::vector<bool> answered(addresses.size(), false);
  for (std::size_t first = 0; first < addresses.size(); first += most_waiting) {
    const std::size_t end = std::min(first + most_waiting, addresses.size());
    std::size_t waiting = 0;
    for (std::size_t i = first; i < end; ++i)
      waiting += send_request(file, addresses[i], static_cast<std::uint16_t>(i));
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
