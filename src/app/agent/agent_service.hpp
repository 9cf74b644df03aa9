// The interface to a service manager: it reports that the agent is ready, alive or stopping, and receives the
// signals to stop.
#pragma once

#include <chrono>
#include <csignal>
#include <string>

namespace ebb::inline app {

/// Notifies systemd, or whatever set NOTIFY_SOCKET. Does nothing where it is not set.
void notify_service(const std::string& message);

/// Blocks SIGTERM and SIGINT during its lifetime and receives them here. To be created before any thread.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Sleeps until then, or until a signal arrives. Returns true for a signal.
  bool wait_until(std::chrono::steady_clock::time_point until) const;

 private:
  sigset_t signals_{}, before_{};
};

}  // namespace ebb::inline app
