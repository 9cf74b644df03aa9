// The signals that a loop waits for instead of being interrupted by them: blocked while this lives, so that
// none is missed.
#pragma once

#include <signal.h>

namespace ebb::inline study {

class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  /// The next one (a child's end, or a request to stop), or 0 after the given time.
  int wait(double seconds) const;

 private:
  sigset_t set_, before_;
  sighandler_t size_limit_;
};

}  // namespace ebb::inline study
