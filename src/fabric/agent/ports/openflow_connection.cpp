#include "fabric/agent/ports/openflow_connection.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "fabric/agent/ports/openflow_message.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* closed_hint =
    "see whether the switch restarts, and whether it accepts a further management connection";

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds greeting_limit{2};  // including the connection itself

int milliseconds_to(OpenFlowConnection::Time until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

}  // namespace

OpenFlowConnection::OpenFlowConnection(std::string address) : address_(std::move(address)) { look_up(); }

void OpenFlowConnection::look_up() {
  if (address_.starts_with("unix:")) {
    const std::string path = address_.substr(5);
    Target target;
    auto* local = reinterpret_cast<sockaddr_un*>(&target.address);
    local->sun_family = AF_UNIX;
    if (path.size() >= sizeof local->sun_path) {
      unusable_ = {{address_, "is too long for a socket's name", "give the bridge a shorter one"}};
      return;
    }
    std::memcpy(local->sun_path, path.data(), path.size());
    target.length = sizeof *local;
    targets_.push_back(target);
    return;
  }
  const std::size_t colon = address_.rfind(':');
  if (!address_.starts_with("tcp:") || colon < 5) {
    unusable_ = {
        {address_, "is an address that the agent cannot watch ports over",
         "give the switch a unix: or tcp: address for OpenFlow; rules may go over ssl:, counters not yet"}};
    return;
  }
  std::string host = address_.substr(4, colon - 4);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (const int wrong = getaddrinfo(host.c_str(), address_.substr(colon + 1).c_str(), &hints, &found);
      wrong != 0) {
    unusable_ = {{address_, fmt::format("cannot be found: {}", gai_strerror(wrong)),
                  "names are looked up when the agent starts: start it again, or write a number"}};
    return;
  }
  for (const addrinfo* one = found; one; one = one->ai_next) {
    Target target;
    std::memcpy(&target.address, one->ai_addr, one->ai_addrlen);
    target.length = one->ai_addrlen;
    targets_.push_back(target);
  }
  freeaddrinfo(found);
}

void OpenFlowConnection::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  state_ = State::closed;
  received_.clear();
}

Problems OpenFlowConnection::open(Time until) {
  if (state_ == State::closed)
    if (Problems problems = begin(); !problems.empty()) return problems;
  if (state_ == State::connecting)
    if (Problems problems = await_connection(until); !problems.empty()) return problems;
  return state_ == State::greeting ? await_greeting(until) : Problems{};
}

Problems OpenFlowConnection::begin() {
  if (targets_.empty()) return unusable_;
  const Target& target = targets_[next_++ % targets_.size()];
  give_up_ = Clock::now() + greeting_limit;
  socket_ = socket(target.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ >= 0 &&
      connect(socket_, reinterpret_cast<const sockaddr*>(&target.address), target.length) == 0)
    return greet();
  if (socket_ >= 0 && errno == EINPROGRESS) return state_ = State::connecting, Problems{};
  const std::string why = std::strerror(errno);
  close();
  return {{address_, "cannot be reached: " + why,
           "see whether the switch runs, and whether the inventory names its socket"}};
}

Problems OpenFlowConnection::greet() {
  state_ = State::greeting;
  if (send(openflow_message(OpenFlowType::hello, 0))) return {};
  return {{address_, "closed the connection", closed_hint}};
}

Problems OpenFlowConnection::await_connection(Time until) {
  pollfd ready{socket_, POLLOUT, 0};
  if (poll(&ready, 1, milliseconds_to(until)) <= 0) return not_yet("does not accept a connection");
  int wrong = 0;
  socklen_t size = sizeof wrong;
  getsockopt(socket_, SOL_SOCKET, SO_ERROR, &wrong, &size);
  if (wrong == 0) return greet();
  close();
  return {{address_, fmt::format("cannot be reached: {}", std::strerror(wrong)),
           "see whether the switch runs, and whether the inventory names its socket"}};
}

Problems OpenFlowConnection::await_greeting(Time until) {
  while (const auto message = receive(until)) {
    const OpenFlowHeader header = openflow_header(*message);
    if (header.type == static_cast<std::uint8_t>(OpenFlowType::error))
      return close(), Problems{{address_, "does not speak OpenFlow 1.3: " + openflow_error_text(*message),
                                "ovs-vsctl set bridge BRIDGE protocols=OpenFlow13,OpenFlow14"}};
    if (header.type == static_cast<std::uint8_t>(OpenFlowType::hello) && header.version >= openflow_13)
      return state_ = State::open, Problems{};
  }
  if (state_ == State::closed) return {{address_, "closed the connection", closed_hint}};
  return not_yet("did not greet as an OpenFlow switch");
}

/// Continues at the next call, unless the time limit has passed.
Problems OpenFlowConnection::not_yet(const std::string& what) {
  if (Clock::now() >= give_up_) close();
  return {{address_, what, "see whether it is the socket of a bridge, and whether the switch runs"}};
}

bool OpenFlowConnection::send(std::string_view message) {
  while (socket_ >= 0 && !message.empty()) {
    const ssize_t sent = ::send(socket_, message.data(), message.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return close(), false;  // a switch that stops reading counts as gone
    message.remove_prefix(static_cast<std::size_t>(sent));
  }
  return socket_ >= 0;
}

std::optional<std::string> OpenFlowConnection::whole_message() {
  if (received_.size() < openflow_header_bytes) return {};
  const std::size_t length = openflow_header(received_).length;
  if (length < openflow_header_bytes) return close(), std::nullopt;  // not OpenFlow
  if (received_.size() < length) return {};
  std::string message = received_.substr(0, length);
  received_.erase(0, length);
  return message;
}

bool OpenFlowConnection::wait_for_bytes(Time until) {
  pollfd ready{socket_, POLLIN, 0};
  const int got = poll(&ready, 1, milliseconds_to(until));
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  char part[65536];
  const ssize_t bytes = recv(socket_, part, sizeof part, 0);
  if (bytes < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (bytes <= 0) return close(), false;
  received_.append(part, static_cast<std::size_t>(bytes));
  return true;
}

std::optional<std::string> OpenFlowConnection::receive(Time until) {
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
