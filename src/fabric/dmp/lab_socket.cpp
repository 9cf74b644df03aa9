#include "fabric/dmp/lab_socket.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {

Result<LabSocket> LabSocket::open(const LabNames& names, HostId host, std::uint16_t ether_type) {
  const auto problem = [&](const char* what) {
    return Problem{host_name(host), fmt::format("{}: {}", what, std::strerror(errno)),
                   "`ebb lab status` shows what is left of the lab"};
  };
  if (!enter_namespace(names.host(host))) return problem("its namespace cannot be entered");
  const int file = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ether_type));
  if (file < 0) return problem("cannot open a raw socket");
  ifreq request{};
  std::strncpy(request.ifr_name, LabNames::host_interface, IFNAMSIZ - 1);
  sockaddr_ll place{};
  place.sll_family = AF_PACKET, place.sll_protocol = htons(ether_type);
  place.sll_ifindex = static_cast<int>(if_nametoindex(LabNames::host_interface));
  if (ioctl(file, SIOCGIFHWADDR, &request) != 0 ||
      bind(file, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0) {
    close(file);
    return problem("its interface cannot receive frames");
  }
  MacBytes address;
  std::copy_n(request.ifr_hwaddr.sa_data, address.size(), reinterpret_cast<char*>(address.data()));
  return LabSocket(file, address);
}

LabSocket::LabSocket(LabSocket&& other) noexcept : file_(other.file_), address_(other.address_) {
  other.file_ = -1;
}

LabSocket::~LabSocket() {
  if (file_ >= 0) close(file_);
}

bool LabSocket::send(std::span<const std::uint8_t> frame) const {
  return ::send(file_, frame.data(), frame.size(), 0) == static_cast<ssize_t>(frame.size());
}

std::optional<std::vector<std::uint8_t>> LabSocket::receive(
    std::chrono::steady_clock::time_point until) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd waiting{file_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) <= 0)
      return std::nullopt;
    std::vector<std::uint8_t> frame(2048);
    sockaddr_ll from{};
    socklen_t length = sizeof from;
    const ssize_t got =
        recvfrom(file_, frame.data(), frame.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
    // Skip frames to other hosts: a network card without promiscuous mode would not deliver them.
    if (got < 14 || from.sll_pkttype == PACKET_OUTGOING || from.sll_pkttype == PACKET_OTHERHOST) continue;
    frame.resize(static_cast<std::size_t>(got));
    return frame;
  }
}

}  // namespace ebb::inline fabric
