#include "app/progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace ebb {

ProgressLine::ProgressLine(bool quiet, Picoseconds most_time)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), most_time_(most_time) {}

ProgressLine::~ProgressLine() {
  if (!quiet_ && terminal_ && last_ != Clock::time_point{}) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(const Progress& p) {
  const auto now = Clock::now();
  if (quiet_ || (last_ != Clock::time_point{} && std::chrono::duration<double>(now - last_).count() < wait_))
    return;
  last_ = now;
  wait_ = terminal_ ? 0.2 : std::min(30.0, wait_ * 2 + 1);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double left = seconds * (static_cast<double>(most_time_.v) / static_cast<double>(p.now.v) - 1);
  const std::string line = fmt::format(
      "{:.1f} us simulated, {} packets, {:.2f} M packet-hops per CPU second, {:.0f} s; at most {:.0f} s more",
      static_cast<double>(p.now.v) / 1e6, p.packets,
      p.cpu_seconds > 0 ? static_cast<double>(p.hops) / p.cpu_seconds / 1e6 : 0.0, seconds, left);
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", line);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

}  // namespace ebb
