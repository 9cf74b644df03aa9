#include "study/process/awaited_signals.hpp"

#include <ctime>
#include <initializer_list>

namespace ebb::inline study {

AwaitedSignals::AwaitedSignals() {
  sigemptyset(&set_);
  sigaddset(&set_, SIGCHLD);
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {  // a signal that nohup or a shell ignores stays ignored
    struct sigaction action {};
    if (sigaction(s, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set_, s);
  }
  sigprocmask(SIG_BLOCK, &set_, &before_);
  // Beyond a limit on file sizes, a write fails and is reported; the signal would end the program.
  size_limit_ = signal(SIGXFSZ, SIG_IGN);
}

AwaitedSignals::~AwaitedSignals() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  signal(SIGXFSZ, size_limit_);
}

int AwaitedSignals::wait(double seconds) const {
  const auto whole = static_cast<time_t>(seconds);
  const timespec time{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  const int signal = sigtimedwait(&set_, nullptr, &time);
  return signal > 0 ? signal : 0;
}

}  // namespace ebb::inline study
