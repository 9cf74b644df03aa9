// A connection to a switch over which whole OpenFlow messages pass. It answers the other end's questions
// whether it is still there by itself. Nothing here waits longer than it is told to: who looks at many
// switches in turn must not be held up by one.
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

  /// "unix:PATH" or "tcp:ADDRESS:PORT". A name is looked up here, once: that may take its time.
  explicit OpenFlowConnection(std::string address);
  OpenFlowConnection(const OpenFlowConnection&) = delete;
  OpenFlowConnection& operator=(const OpenFlowConnection&) = delete;
  ~OpenFlowConnection() { close(); }

  bool is_open() const { return state_ == State::open; }
  /// Begins to connect or goes on with it, until then at the latest. Empty when it is connected and both ends
  /// speak OpenFlow 1.3; otherwise why not, or not yet.
  Problems open(Time until);
  void close();
  /// False when the connection is gone; it is closed then. The same below.
  bool send(std::string_view message);
  /// The next message that is for us; nothing when the connection is gone or the time is up.
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
  std::string received_;  ///< the beginning of what has not been handed over yet
};

}  // namespace ebb::inline fabric
