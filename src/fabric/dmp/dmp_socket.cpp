#include "fabric/dmp/dmp_socket.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/spelling.hpp"
#include "fabric/openflow/program.hpp"

namespace ebb::inline fabric {
namespace {

ifreq request_for(const std::string& interface) {
  ifreq request{};
  std::strncpy(request.ifr_name, interface.c_str(), IFNAMSIZ - 1);
  return request;
}

Problem no_such_interface(const std::string& interface) {
  std::vector<std::string> names;
  if (struct if_nameindex* all = if_nameindex()) {
    for (auto* one = all; one->if_name; ++one) names.emplace_back(one->if_name);
    if_freenameindex(all);
  }
  return {interface, "there is no such interface", name_hint(interface, names)};
}

Problem lacks(const std::string& interface, const std::string& what, const std::string& right) {
  return {
      interface, fmt::format("{}: the capability {} is missing", what, right),
      fmt::format(
          "run it as root, or grant the program just that: setcap cap_net_raw,cap_net_admin+ep $(command -v "
          "ebb)")};
}

/// Checks that the interface is up and an Ethernet: other kinds have no such addresses.
Problems unusable(int file, const std::string& interface) {
  ifreq request = request_for(interface);
  if (ioctl(file, SIOCGIFHWADDR, &request) != 0 || request.ifr_hwaddr.sa_family != ARPHRD_ETHER)
    return {{interface, "is not an Ethernet interface, so it has no address to change",
             "name the interface that leads to the switch"}};
  if (ioctl(file, SIOCGIFFLAGS, &request) == 0 && !(request.ifr_flags & IFF_UP))
    return {{interface, "is down, so no request can be sent", fmt::format("ip link set {} up", interface)}};
  return {};
}

/// Subscribes to this destination, so that a filtering network card accepts its frames.
void listen_to_answers(int file, int index) {
  packet_mreq wanted{};
  wanted.mr_ifindex = index, wanted.mr_type = PACKET_MR_MULTICAST, wanted.mr_alen = 6;
  std::copy(dmp_destination.begin(), dmp_destination.end(), wanted.mr_address);
  setsockopt(file, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &wanted, sizeof wanted);
}

}  // namespace

Result<DmpSocket> DmpSocket::open(const std::string& interface) {
  const unsigned index = if_nametoindex(interface.c_str());
  if (index == 0) return no_such_interface(interface);
  const int file = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(dmp_ether_type));
  if (file < 0 && (errno == EPERM || errno == EACCES))
    return lacks(interface, "no frame can be sent", "CAP_NET_RAW");
  if (file < 0)
    return Problem{interface, fmt::format("cannot open a raw socket: {}", std::strerror(errno)),
                   "run it as root, outside of a sandbox"};
  DmpSocket opened(file, interface);
  if (Problems problems = unusable(file, interface); !problems.empty()) return problems;
  sockaddr_ll place{};
  place.sll_family = AF_PACKET, place.sll_protocol = htons(dmp_ether_type);
  place.sll_ifindex = static_cast<int>(index);
  if (bind(file, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0)
    return Problem{interface, fmt::format("cannot receive frames: {}", std::strerror(errno)),
                   "check that the interface still exists and is up"};
  listen_to_answers(file, place.sll_ifindex);
  return opened;
}

DmpSocket::DmpSocket(DmpSocket&& other) noexcept
    : file_(other.file_), interface_(std::move(other.interface_)) {
  other.file_ = -1;
}

DmpSocket::~DmpSocket() {
  if (file_ >= 0) close(file_);
}

Problems DmpSocket::send(std::span<const std::uint8_t> frame) const {
  if (::send(file_, frame.data(), frame.size(), 0) == static_cast<ssize_t>(frame.size())) return {};
  return {{interface_, fmt::format("the request cannot be sent: {}", std::strerror(errno)),
           "check that the interface is still up"}};
}

std::optional<std::vector<std::uint8_t>> DmpSocket::receive(
    std::chrono::steady_clock::time_point until) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return std::nullopt;
    pollfd waiting{file_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) continue;
    std::vector<std::uint8_t> frame(2048);
    sockaddr_ll from{};
    socklen_t length = sizeof from;
    const ssize_t got =
        recvfrom(file_, frame.data(), frame.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
    if (got < 0 || from.sll_pkttype == PACKET_OUTGOING) continue;  // our own request is also received here
    frame.resize(static_cast<std::size_t>(got));
    return frame;
  }
}

Result<MacBytes> DmpSocket::address() const {
  ifreq request = request_for(interface_);
  if (ioctl(file_, SIOCGIFHWADDR, &request) != 0)
    return Problem{interface_, fmt::format("its address cannot be read: {}", std::strerror(errno)),
                   "check that the interface still exists"};
  MacBytes address;
  std::copy_n(request.ifr_hwaddr.sa_data, address.size(), reinterpret_cast<char*>(address.data()));
  return address;
}

Problems DmpSocket::set_address(const MacBytes& address) const {
  ifreq request = request_for(interface_), flags = request_for(interface_);
  request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
  std::copy_n(reinterpret_cast<const char*>(address.data()), address.size(), request.ifr_hwaddr.sa_data);
  int result = ioctl(file_, SIOCSIFHWADDR, &request);
  if (result != 0 && errno == EBUSY && ioctl(file_, SIOCGIFFLAGS, &flags) == 0) {
    flags.ifr_flags = static_cast<short>(flags.ifr_flags & ~IFF_UP);
    ioctl(file_, SIOCSIFFLAGS, &flags);
    result = ioctl(file_, SIOCSIFHWADDR, &request);
    flags.ifr_flags = static_cast<short>(flags.ifr_flags | IFF_UP);
    ioctl(file_, SIOCSIFFLAGS, &flags);
  }
  if (result == 0) return {};
  if (errno == EPERM) return {lacks(interface_, "its address cannot be set", "CAP_NET_ADMIN")};
  return {{interface_,
           fmt::format("does not accept the address {}: {}", text_of(address), std::strerror(errno)),
           "check whether its driver lets the address change while it is up"}};
}

}  // namespace ebb::inline fabric
