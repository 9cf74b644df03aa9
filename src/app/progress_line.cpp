#include "app/progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

namespace ebb {
namespace {

/// Fewer ports are built in less than a second.
constexpr std::int64_t ports_worth_a_word = 500'000;

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6'000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3'600);
}

}  // namespace

ProgressLine::ProgressLine(bool quiet, Picoseconds most_time)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), most_time_(most_time) {}

ProgressLine::~ProgressLine() {
  if (terminal_ && written_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::print(const std::string& line) {
  written_ = true;
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", line);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

void ProgressLine::building(const Facts& facts) {
  if (quiet_ || facts.ports_used < ports_worth_a_word) return;
  print(fmt::format("preparing {} hosts and {} switches with {} ports", facts.hosts, facts.switches,
                    facts.ports_used));
}

void ProgressLine::show(const Progress& p) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (begin_ == Clock::time_point{}) begin_ = now;
  if (last_ != Clock::time_point{} && std::chrono::duration<double>(now - last_).count() < wait_) return;
  last_ = now;
  wait_ = terminal_ ? 0.2 : std::min(30.0, wait_ * 2 + 1);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double left = seconds * (static_cast<double>(most_time_.v) / static_cast<double>(p.now.v) - 1);
  print(fmt::format(
      "{:.1f} us simulated, {} packets, {:.2f} M packet-hops per CPU second{}",
      static_cast<double>(p.now.v) / 1e6, p.packets,
      p.cpu_seconds > 0 ? static_cast<double>(p.hops) / p.cpu_seconds / 1e6 : 0.0,
      seconds > 0 ? fmt::format(", {} passed, at most {} more", duration_text(seconds), duration_text(left))
                  : ""));
}

}  // namespace ebb
