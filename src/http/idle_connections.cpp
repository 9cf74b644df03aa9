#include "http/idle_connections.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

namespace ebb::inline http {
namespace {

/// Bytes of a body to discard. A client that sends more may lose the response.
constexpr std::size_t most_discarded = 1'000'000;

/// Never blocks.
void send_status(int socket, const std::string& status) {
  const std::string text = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  (void)send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// The length of the body by its header; 0 where there is none, or no plain number (a chunked body).
std::size_t body_length(std::string_view head) {
  constexpr std::string_view name = "\r\ncontent-length:";
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  const auto* at = std::search(head.begin(), head.end(), name.begin(), name.end(), same);
  if (at == head.end()) return 0;
  const std::string_view rest = head.substr(static_cast<std::size_t>(at - head.begin()) + name.size());
  const std::size_t begin = rest.find_first_not_of(" \t"), end = rest.find('\r');
  if (begin >= end) return 0;
  std::size_t length = 0;
  const auto [stop, error] = std::from_chars(rest.data() + begin, rest.data() + end, length);
  if (error == std::errc::result_out_of_range) return std::numeric_limits<std::size_t>::max();
  return error == std::errc{} ? length : 0;
}

}  // namespace

void close_connection(int socket) {
  shutdown(socket, SHUT_WR);
  close(socket);
}

void close_with(int socket, const std::string& status) {
  send_status(socket, status);
  close_connection(socket);
}

IdleConnections::~IdleConnections() {
  for (const Connection& connection : connections_) close_connection(connection.socket);
}

void IdleConnections::add_answered(int socket) {
  shutdown(socket, SHUT_WR);
  add({.socket = socket, .answered = true});
}

void IdleConnections::add(Connection connection) {
  if (connections_.size() >= limits_.connections) {
    close_connection(connections_.front().socket);
    connections_.erase(connections_.begin());
  }
  connection.until = Clock::now() + limits_.read;
  connections_.push_back(std::move(connection));
}

void IdleConnections::watch(std::vector<pollfd>& events) const {
  for (const Connection& connection : connections_) events.push_back({connection.socket, POLLIN, 0});
}

IdleConnections::State IdleConnections::read(Connection& connection) const {
  char bytes[4096];
  const ssize_t count = recv(connection.socket, bytes, sizeof bytes, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? State::waits : State::is_over;
  if (count == 0) return State::is_over;
  if (connection.answered) {
    connection.discarded += static_cast<std::size_t>(count);
    return connection.discarded > most_discarded ? State::is_over : State::waits;
  }
  const std::size_t before = connection.bytes.size();
  connection.bytes.append(bytes, static_cast<std::size_t>(count));
  return state_of(connection, before < 3 ? 0 : before - 3);
}

/// Whether the request is complete. Its head does not end before `seen`.
IdleConnections::State IdleConnections::state_of(Connection& connection, std::size_t seen) const {
  if (connection.head_size == 0) {
    const std::size_t end = connection.bytes.find("\r\n\r\n", seen);
    if (std::min(end, connection.bytes.size()) + 4 > limits_.head) return State::has_long_head;
    if (end == std::string::npos) return State::waits;
    connection.head_size = end + 4;
    const std::size_t body =
        limits_.body > 0 ? body_length(std::string_view(connection.bytes).substr(0, end + 2)) : 0;
    if (body > limits_.body) return State::has_long_body;
    connection.size = connection.head_size + body;
  }
  return connection.bytes.size() < connection.size ? State::waits : State::is_ready;
}

std::vector<IdleConnections::Ready> IdleConnections::read(std::span<const pollfd> events) {
  std::vector<Ready> ready;
  std::vector<Connection> stay;
  const auto now = Clock::now();
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    Connection& connection = connections_[i];
    State state = events[i].revents != 0 ? read(connection) : State::waits;
    if (state == State::has_long_body) {  // it is still sent: closing now would drop the response
      send_status(connection.socket, "413 Content Too Large");
      shutdown(connection.socket, SHUT_WR);
      connection.answered = true, connection.bytes.clear(), state = State::waits;
    }
    if (state == State::has_long_head)
      close_with(connection.socket, "431 Request Header Fields Too Large");
    else if (state == State::is_ready)
      ready.push_back(
          {connection.socket, connection.bytes.substr(0, connection.head_size),
           connection.bytes.substr(connection.head_size, connection.size - connection.head_size)});
    else if (state == State::is_over || now >= connection.until)
      close_connection(connection.socket);
    else
      stay.push_back(std::move(connection));
  }
  connections_ = std::move(stay);
  return ready;
}

std::optional<IdleConnections::Clock::time_point> IdleConnections::next_deadline() const {
  if (connections_.empty()) return std::nullopt;
  return connections_.front().until;  // all have the same timeout
}

}  // namespace ebb::inline http
