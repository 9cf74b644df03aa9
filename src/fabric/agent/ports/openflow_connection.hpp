// A connection to a switch that carries whole OpenFlow messages. It answers echo requests itself. No call
// waits longer than its time limit, so that one switch cannot block a caller that reads many in turn.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline fabric {

class OpenFlowConnection {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// "unix:PATH" or "tcp:ADDRESS:PORT". The constructor resolves a host name, once, and may block.
  explicit OpenFlowConnection(std::string address);
  OpenFlowConnection(const OpenFlowConnection&) = delete;
  OpenFlowConnection& operator=(const OpenFlowConnection&) = delete;
  ~OpenFlowConnection() { close(); }

  bool is_open() const { return state_ == State::open; }
  /// Starts or continues to connect, until this time at most. Returns nothing when connected and both ends
  /// speak OpenFlow 1.3; otherwise the reason why not, or not yet.
  Problems open(Time until);
  void close();
  /// Returns false when the connection is lost; it is then closed. The same holds for receive().
  bool send(std::string_view message);
  /// The next message for us; nullopt when the connection is lost or at the time limit.
  std::optional<std::string> receive(Time until);

 private:
  enum class State : std::uint8_t { closed, connecting, greeting, open };
  struct Target {
    sockaddr_storage address{};
    socklen_t length = 0;
  };

  void look_up();
  Problems begin();
  Problems greet();
  Problems await_connection(Time until);
  Problems await_greeting(Time until);
  Problems not_yet(const std::string& what);
  std::optional<std::string> whole_message();
  bool wait_for_bytes(Time until);

  std::string address_;
  std::vector<Target> targets_;  ///< tried in turn
  std::size_t next_ = 0;
  Problems unusable_;  ///< why there are no targets
  int socket_ = -1;
  State state_ = State::closed;
  Time give_up_{};
  std::string received_;  ///< received bytes that are not returned yet
};

}  // namespace ebb::inline fabric
