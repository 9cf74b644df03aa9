// Connections that no worker is busy with: those whose request is not complete yet, and those that have their
// response and are read until the client closes them. A client that sends slowly, or nothing, takes one of a
// limited number of places for a limited time; who comes when all are taken gets the place of the oldest one.
#pragma once

#include <poll.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/http/http_limits.hpp"

namespace ebb::inline app {

/// Of one thread. Owns the sockets that it holds.
class IdleConnections {
 public:
  using Clock = std::chrono::steady_clock;
  struct Ready {
    int socket = -1;
    std::string head;  ///< with the empty line that ends it
  };

  explicit IdleConnections(const HttpLimits& limits) : limits_(limits) {}
  ~IdleConnections();
  IdleConnections(const IdleConnections&) = delete;
  IdleConnections& operator=(const IdleConnections&) = delete;

  /// Waits for a request.
  void add_new(int socket) { add({.socket = socket}); }
  /// Waits for the client to close. If we closed first, bytes that were not read (a body) would make the
  /// kernel take the response back.
  void add_answered(int socket);

  /// Adds one entry for each connection.
  void watch(std::vector<pollfd>& events) const;
  /// Takes the entries of watch() after poll(), reads what came and drops whose time is over. The requests
  /// that are complete leave with their sockets.
  std::vector<Ready> read(std::span<const pollfd> events);
  /// When the next one has had its time; none when there is no connection.
  std::optional<Clock::time_point> next_deadline() const;

 private:
  struct Connection {
    int socket = -1;
    bool answered = false;
    std::string head{};
    std::size_t discarded = 0;  ///< bytes that came after the response
    Clock::time_point until{};
  };
  enum class State { waits, is_ready, is_over };

  void add(Connection connection);
  State read(Connection& connection) const;

  const HttpLimits limits_;
  std::vector<Connection> connections_;  ///< the oldest first
};

/// Closes a connection for all who hold its socket, such as children of fork().
void close_connection(int socket);
/// Responds with nothing but a status line, such as "503 Service Unavailable", and closes; never waits.
void close_with(int socket, const std::string& status);

}  // namespace ebb::inline app
