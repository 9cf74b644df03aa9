// Connections without a worker: those whose request is incomplete, and those that have their response and are
// read until the client closes them. A client that sends slowly, or nothing, takes one of a limited number of
// places for a limited time. When all are taken, a new connection replaces the oldest.
#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ebb::inline http {

/// Limits on what clients take from a server. The defaults suit a few users and programs on one machine.
struct HttpLimits {
  std::size_t workers = 8;       ///< responses that are written at a time
  std::size_t connections = 64;  ///< that wait at a time, for the rest of a request or for a worker
  std::size_t head = 16 * 1024;  ///< bytes of a request; browsers send the cookies of all local servers
  std::size_t body = 0;          ///< bytes that follow the head; 0: none is read
  std::chrono::milliseconds read{5'000};    ///< from the connection to the end of the request
  std::chrono::milliseconds write{10'000};  ///< the longest time in which a client reads no byte
};

/// For one thread only. Owns its sockets.
class IdleConnections {
 public:
  using Clock = std::chrono::steady_clock;
  struct Ready {
    int socket = -1;
    std::string head;    ///< with the empty line that ends it
    std::string body{};  ///< complete
  };

  explicit IdleConnections(const HttpLimits& limits) : limits_(limits) {}
  ~IdleConnections();
  IdleConnections(const IdleConnections&) = delete;
  IdleConnections& operator=(const IdleConnections&) = delete;

  /// Waits for a request.
  void add_new(int socket) { add({.socket = socket}); }
  /// Waits for the client to close. If the server closed first, unread bytes (a body) would make the kernel
  /// reset the connection and drop the response.
  void add_answered(int socket);

  /// Adds one entry for each connection.
  void watch(std::vector<pollfd>& events) const;
  /// Takes the entries of watch() after poll(), reads the new bytes and drops expired connections. Complete
  /// requests are returned with their sockets.
  std::vector<Ready> read(std::span<const pollfd> events);
  /// When the next connection expires; nothing without connections.
  std::optional<Clock::time_point> next_deadline() const;

 private:
  struct Connection {
    int socket = -1;
    bool answered = false;
    std::string bytes{};                  ///< head and body, as far as they came
    std::size_t head_size = 0, size = 0;  ///< of the head, and with the body; 0: not known yet
    std::size_t discarded = 0;            ///< bytes received after the response
    Clock::time_point until{};
  };
  enum class State { waits, is_ready, is_over, has_long_head, has_long_body };

  void add(Connection connection);
  State read(Connection& connection) const;
  State state_of(Connection& connection, std::size_t seen) const;

  const HttpLimits limits_;
  std::vector<Connection> connections_;  ///< oldest first
};

/// Closes a connection in all processes that hold its socket, such as children of fork().
void close_connection(int socket);
/// Sends only a status line, such as "503 Service Unavailable", and closes; never blocks.
void close_with(int socket, const std::string& status);

}  // namespace ebb::inline http
