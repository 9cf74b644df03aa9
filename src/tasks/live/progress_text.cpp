#include "tasks/live/progress_text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/rounded_time.hpp"

namespace ebb::inline tasks {

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6'000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3'600);
}

std::string time_left_text(double seconds, Picoseconds now, std::optional<Picoseconds> end,
                           Picoseconds most_time) {
  if (seconds <= 0 || now.v <= 0) return "";
  const double total = static_cast<double>(end.value_or(most_time).v) / static_cast<double>(now.v);
  // A run that exceeds its estimate is updated soon again.
  const double left = seconds * std::max(total - 1, end ? 0.1 : 0.0);
  return fmt::format(", {} passed, {} {} more", duration_text(seconds), end ? "about" : "at most",
                     duration_text(left));
}

std::string progress_text(const SweepProgress& p, double seconds, double cost_done) {
  std::string text;
  if (p.points > 0 || p.searches == 0) text = fmt::format("{} of {} points", p.points_done, p.points);
  if (p.searches > 0)
    text += fmt::format("{}{} of {} searches", text.empty() ? "" : " and ", p.searches_done, p.searches);
  text += " done";
  if (p.searches > 0) text += fmt::format(" ({} of about {} runs)", p.runs_done, p.runs);
  text += fmt::format(", {} running", p.running);
  if (p.held > 0) text += fmt::format(", {} run by others", p.held);
  if (p.failed > 0) text += fmt::format(", {} failed", p.failed);
  text += fmt::format(", {} passed", duration_text(seconds));
  if (p.seconds_left)
    text += fmt::format(", about {} more", duration_text(*p.seconds_left));
  else if (cost_done > 0 && p.cost_left > 0)
    text += fmt::format(", about {} more", duration_text(seconds * p.cost_left / cost_done));
  return text;
}

void RunProgress::update(const Progress& progress) {
  // A run at full rate may come before the run itself.
  if (begin_ == Clock::time_point{} || progress.now < latest_.now) begin_ = Clock::now();
  latest_ = progress;
}

std::string RunProgress::text() const {
  const bool began = begin_ != Clock::time_point{};
  const double seconds = began ? std::chrono::duration<double>(Clock::now() - begin_).count() : 0;
  return fmt::format(
      "{} simulated, {} packets, {:.2f} M packet-hops per CPU second{}", rounded_text(latest_.now),
      latest_.packets,
      latest_.cpu_seconds > 0 ? static_cast<double>(latest_.hops) / latest_.cpu_seconds / 1e6 : 0.0,
      time_left_text(seconds, latest_.now, latest_.end, most_time_));
}

double RunProgress::share() const {
  const Picoseconds end = latest_.end.value_or(most_time_);
  return end.v > 0 ? std::min(1.0, static_cast<double>(latest_.now.v) / static_cast<double>(end.v)) : 0;
}

}  // namespace ebb::inline tasks
