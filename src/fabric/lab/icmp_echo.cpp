#include "fabric/lab/icmp_echo.hpp"

#include <arpa/inet.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <sys/socket.h>

#include <cstring>

namespace ebb::inline fabric {
namespace {

/// The ICMP checksum (RFC 1071).
std::uint16_t checksum(const icmphdr& header) {
  std::uint16_t words[sizeof header / 2];
  std::memcpy(words, &header, sizeof header);
  std::uint32_t sum = 0;
  for (const std::uint16_t word : words) sum += word;
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~(sum + (sum >> 16)));
}

}  // namespace

int open_echo_socket() { return socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_ICMP); }

bool send_echo(int file, const std::string& address, Echo echo) {
  icmphdr header{};
  header.type = ICMP_ECHO;
  header.un.echo.id = htons(echo.who), header.un.echo.sequence = htons(echo.number);
  header.checksum = checksum(header);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  return sendto(file, &header, sizeof header, 0, reinterpret_cast<sockaddr*>(&to), sizeof to) ==
         static_cast<ssize_t>(sizeof header);
}

std::optional<Echo> take_answer(int file) {
  for (;;) {
    unsigned char packet[256];
    const ssize_t got = recv(file, packet, sizeof packet, 0);
    if (got <= 0) return std::nullopt;
    const std::size_t head = (packet[0] & 15u) * 4;
    icmphdr header;
    if (got < static_cast<ssize_t>(head + sizeof header)) continue;
    std::memcpy(&header, packet + head, sizeof header);
    if (header.type == ICMP_ECHOREPLY) return Echo{ntohs(header.un.echo.id), ntohs(header.un.echo.sequence)};
  }
}

}  // namespace ebb::inline fabric
