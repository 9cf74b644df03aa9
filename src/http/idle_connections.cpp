#include "http/idle_connections.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ebb::inline http {
namespace {

/// Bytes of a body to discard. A client that sends more may lose the response.
constexpr std::size_t most_discarded = 1'000'000;

}  // namespace

void close_connection(int socket) {
  shutdown(socket, SHUT_WR);
  close(socket);
}

void close_with(int socket, const std::string& status) {
  const std::string text = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  (void)send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
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
  const std::size_t seen = connection.head.size() < 3 ? 0 : connection.head.size() - 3;
  connection.head.append(bytes, static_cast<std::size_t>(count));
  const std::size_t end = connection.head.find("\r\n\r\n", seen);
  if (end == std::string::npos) return State::waits;
  connection.head.resize(end + 4);
  return State::is_ready;
}

std::vector<IdleConnections::Ready> IdleConnections::read(std::span<const pollfd> events) {
  std::vector<Ready> ready;
  std::vector<Connection> stay;
  const auto now = Clock::now();
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    Connection& connection = connections_[i];
    const State state = events[i].revents != 0 ? read(connection) : State::waits;
    if (connection.head.size() > limits_.head)
      close_with(connection.socket, "431 Request Header Fields Too Large");
    else if (state == State::is_ready)
      ready.push_back({connection.socket, std::move(connection.head)});
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
