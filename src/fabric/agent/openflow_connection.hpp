// A connection to a switch over which whole OpenFlow messages pass. It answers the other end's questions
// whether it is still there by itself.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/problem.hpp"

namespace ebb::inline fabric {

class OpenFlowConnection {
 public:
  explicit OpenFlowConnection(std::string address) : address_(std::move(address)) {}
  OpenFlowConnection(const OpenFlowConnection&) = delete;
  OpenFlowConnection& operator=(const OpenFlowConnection&) = delete;
  ~OpenFlowConnection() { close(); }

  bool is_open() const { return socket_ >= 0; }
  /// "unix:PATH" or "tcp:ADDRESS:PORT". Empty when it is connected and both ends speak OpenFlow 1.3.
  Problems open();
  void close();
  /// False when the connection is gone; it is closed then. The same below.
  bool send(std::string_view message);
  /// The next message that is for us; nothing when the connection is gone or the time is up.
  std::optional<std::string> receive(std::chrono::steady_clock::time_point until);

 private:
  std::optional<std::string> whole_message();
  bool wait_for_bytes(std::chrono::steady_clock::time_point until);

  std::string address_;
  int socket_ = -1;
  std::string received_;  ///< the beginning of what has not been handed over yet
};

}  // namespace ebb::inline fabric
