// What a service owes the one who started it: word that it is ready, that it lives, that it stops; and an
// ear for the signals that ask it to stop.
#pragma once

#include <chrono>
#include <csignal>
#include <string>

namespace ebb::inline app {

/// Tells systemd, or whoever set NOTIFY_SOCKET; nobody where it is not set.
void notify_service(const std::string& message);

/// While it lives, SIGTERM and SIGINT are kept back and fetched here. Made before any thread.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Sleeps until then, or until a signal comes. True when one has come.
  bool wait_until(std::chrono::steady_clock::time_point until) const;

 private:
  sigset_t signals_{}, before_{};
};

}  // namespace ebb::inline app
