#include "fabric/agent/openflow_connection.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fabric/agent/openflow_message.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::chrono::seconds greeting_limit{2};

int connect_unix(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made >= 0 && connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return made;
  const int wrong = errno;
  if (made >= 0) close(made);
  return errno = wrong, -1;
}

int connect_tcp(const std::string& where) {
  const std::size_t colon = where.rfind(':');
  if (colon == where.npos) return errno = EINVAL, -1;
  std::string host = where.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host.c_str(), where.substr(colon + 1).c_str(), &hints, &found) != 0)
    return errno = EHOSTUNREACH, -1;
  int made = -1;
  for (const addrinfo* one = found; one && made < 0; one = one->ai_next) {
    made = socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (made >= 0 && connect(made, one->ai_addr, one->ai_addrlen) != 0) close(made), made = -1;
  }
  freeaddrinfo(found);
  return made;
}

}  // namespace

void OpenFlowConnection::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  received_.clear();
}

Problems OpenFlowConnection::open() {
  close();
  if (address_.starts_with("unix:"))
    socket_ = connect_unix(address_.substr(5));
  else if (address_.starts_with("tcp:"))
    socket_ = connect_tcp(address_.substr(4));
  else
    return {
        {address_, "is an address that the agent cannot watch ports over",
         "give the switch a unix: or tcp: address for OpenFlow; rules may go over ssl:, counters not yet"}};
  if (socket_ < 0)
    return {{address_, fmt::format("cannot be reached: {}", std::strerror(errno)),
             "see whether the switch runs, and whether the inventory names its socket"}};
  const auto until = std::chrono::steady_clock::now() + greeting_limit;
  if (!send(openflow_message(OpenFlowType::hello, 0))) return {{address_, "closed the connection", ""}};
  while (const auto message = receive(until)) {
    const OpenFlowHeader header = openflow_header(*message);
    if (header.type == static_cast<std::uint8_t>(OpenFlowType::error))
      return close(), Problems{{address_, "does not speak OpenFlow 1.3: " + openflow_error_text(*message),
                                "ovs-vsctl set bridge BRIDGE protocols=OpenFlow13,OpenFlow14"}};
    if (header.type == static_cast<std::uint8_t>(OpenFlowType::hello) && header.version >= openflow_13)
      return {};
  }
  close();
  return {{address_, "did not greet as an OpenFlow switch", "see whether it is the socket of a bridge"}};
}

bool OpenFlowConnection::send(std::string_view message) {
  while (socket_ >= 0 && !message.empty()) {
    const ssize_t sent = ::send(socket_, message.data(), message.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return close(), false;
    message.remove_prefix(static_cast<std::size_t>(sent));
  }
  return socket_ >= 0;
}

std::optional<std::string> OpenFlowConnection::whole_message() {
  if (received_.size() < openflow_header_bytes) return {};
  const std::size_t length = openflow_header(received_).length;
  if (length < openflow_header_bytes) return close(), std::nullopt;  // no OpenFlow
  if (received_.size() < length) return {};
  std::string message = received_.substr(0, length);
  received_.erase(0, length);
  return message;
}

bool OpenFlowConnection::wait_for_bytes(std::chrono::steady_clock::time_point until) {
  pollfd ready{socket_, POLLIN, 0};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  const int got = poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  char part[65536];
  const ssize_t bytes = recv(socket_, part, sizeof part, 0);
  if (bytes < 0 && errno == EINTR) return true;
  if (bytes <= 0) return close(), false;
  received_.append(part, static_cast<std::size_t>(bytes));
  return true;
}

std::optional<std::string> OpenFlowConnection::receive(std::chrono::steady_clock::time_point until) {
  while (socket_ >= 0) {
    while (auto message = whole_message()) {
      const OpenFlowHeader header = openflow_header(*message);
      if (header.type != static_cast<std::uint8_t>(OpenFlowType::echo_request)) return message;
      send(openflow_message(OpenFlowType::echo_reply, header.id,
                            std::string_view(*message).substr(openflow_header_bytes)));
    }
    if (socket_ < 0 || !wait_for_bytes(until)) return {};
  }
  return {};
}

}  // namespace ebb::inline fabric
