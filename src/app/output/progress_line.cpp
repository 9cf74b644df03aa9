#include "app/output/progress_line.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "app/command/command.hpp"

namespace ebb::inline app {
namespace {

/// Smaller networks are built in less than a second.
constexpr std::int64_t ports_worth_a_word = 500'000;

}  // namespace

ProgressLine::ProgressLine(bool quiet, const RunSettings& settings) : line_(quiet), settings_(settings) {}

std::string time_left_text(double seconds, Picoseconds now, std::optional<Picoseconds> end,
                           Picoseconds most_time) {
  if (seconds <= 0 || now.v <= 0) return "";
  const double total = static_cast<double>(end.value_or(most_time).v) / static_cast<double>(now.v);
  // A run that exceeds its estimate is updated soon again.
  const double left = seconds * std::max(total - 1, end ? 0.1 : 0.0);
  return fmt::format(", {} passed, {} {} more", duration_text(seconds), end ? "about" : "at most",
                     duration_text(left));
}

void ProgressLine::building(const Facts& facts) {
  if (facts.ports_used < ports_worth_a_word) return;
  const auto number = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
  line_.print(fmt::format("preparing {} and {} with {}", counted(number(facts.hosts), "host"),
                          counted(number(facts.switches), "switch", "switches"),
                          counted(number(facts.ports_used), "port")));
}

void ProgressLine::show(const Progress& p) {
  if (begin_ == Clock::time_point{} || p.now < simulated_) begin_ = Clock::now();  // a second run may follow
  simulated_ = p.now;
  if (line_.is_due()) line_.print(text(p));
}

std::string ProgressLine::text(const Progress& p) const {
  const bool began = begin_ != Clock::time_point{};
  const double seconds = began ? std::chrono::duration<double>(Clock::now() - begin_).count() : 0;
  return fmt::format("{:.1f} us simulated, {} packets, {:.2f} M packet-hops per CPU second{}",
                     static_cast<double>(p.now.v) / 1e6, p.packets,
                     p.cpu_seconds > 0 ? static_cast<double>(p.hops) / p.cpu_seconds / 1e6 : 0.0,
                     time_left_text(seconds, p.now, p.end, settings_.most_time));
}

double ProgressLine::share(const Progress& p) const {
  const Picoseconds end = p.end.value_or(settings_.most_time);
  return end.v > 0 ? std::min(1.0, static_cast<double>(p.now.v) / static_cast<double>(end.v)) : 0;
}

}  // namespace ebb::inline app
