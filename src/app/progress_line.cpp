#include "app/progress_line.hpp"

#include <fmt/core.h>

namespace ebb::inline app {
namespace {

/// Fewer ports are built in less than a second.
constexpr std::int64_t ports_worth_a_word = 500'000;

}  // namespace

ProgressLine::ProgressLine(bool quiet, Picoseconds most_time) : line_(quiet), most_time_(most_time) {}

void ProgressLine::building(const Facts& facts) {
  if (facts.ports_used < ports_worth_a_word) return;
  line_.print(fmt::format("preparing {} hosts and {} switches with {} ports", facts.hosts, facts.switches,
                          facts.ports_used));
}

void ProgressLine::show(const Progress& p) {
  const auto now = Clock::now();
  if (begin_ == Clock::time_point{}) begin_ = now;
  if (!line_.is_due()) return;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double left = seconds * (static_cast<double>(most_time_.v) / static_cast<double>(p.now.v) - 1);
  line_.print(fmt::format(
      "{:.1f} us simulated, {} packets, {:.2f} M packet-hops per CPU second{}",
      static_cast<double>(p.now.v) / 1e6, p.packets,
      p.cpu_seconds > 0 ? static_cast<double>(p.hops) / p.cpu_seconds / 1e6 : 0.0,
      seconds > 0 ? fmt::format(", {} passed, at most {} more", duration_text(seconds), duration_text(left))
                  : ""));
}

}  // namespace ebb::inline app
