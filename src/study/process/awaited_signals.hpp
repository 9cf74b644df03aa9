// Signals that a loop waits for. They are blocked during the lifetime of this object, so that none is lost.
#pragma once

#include <signal.h>

namespace ebb::inline study {

class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  /// Returns the next signal (a child ended, or a request to stop), or 0 after the given time.
  int wait(double seconds) const;

 private:
  sigset_t set_, before_;
  sighandler_t size_limit_;
};

}  // namespace ebb::inline study
