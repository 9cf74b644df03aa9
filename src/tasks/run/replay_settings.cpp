#include "tasks/run/replay_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "config/placed_files.hpp"
#include "engine/run/run_settings.hpp"
#include "traffic/trace/trace_import.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::string_view speed_key = "traffic.workload.speed=";

/// The time after the end of a recording in which packets in flight should arrive.
Picoseconds rest_after(Picoseconds length) {
  return std::clamp(Picoseconds{length.v / 20}, Picoseconds{1_us}, Picoseconds{10'000'000'000'000});
}

bool sets_times(const std::vector<std::string>& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const std::string& s) {
    return s.starts_with("run.most_time=") || s.starts_with("run.least_time=") || s.starts_with("run={");
  });
}

/// Returns the last valid speed in the settings; 1 without one. Invalid ones are refused later, by the
/// reader.
double speed_in(const std::vector<std::string>& settings) {
  double speed = 1;
  for (const std::string& s : settings)
    if (double read = 0;
        s.starts_with(speed_key) &&
        std::from_chars(s.data() + speed_key.size(), s.data() + s.size(), read).ec == std::errc{})
      if (read > 0) speed = read;
  return speed;
}

std::string quoted(const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return '"' + quoted + '"';
}

}  // namespace

Result<Settings> with_replay(Settings settings, const std::string& trace, const std::string& run_file) {
  if (trace.empty()) return settings;
  std::vector<std::string> names;
  const auto file = open_trace(placed_file(trace, run_file, true), names);
  if (!file) return file.problems();
  std::vector<std::string> before{"traffic={workload={name=\"trace\",file=" + quoted(trace) + "}}"};
  if (!(*file)->is_job() && !sets_times(settings)) {  // the end of a job is its result
    const double seconds = (*file)->totals().length.seconds() / speed_in(settings);
    if (seconds > RunSettings::longest.seconds())
      return Problem{trace, fmt::format("takes {:.0f} s, but a run simulates a day at most", seconds),
                     "`--set run.most_time=86400s` looks at its first day"};
    const Picoseconds length{static_cast<std::int64_t>(seconds * 1e12)};
    const std::string end = quantity_text(std::min(length + rest_after(length), RunSettings::longest));
    for (const char* key : {"run.most_time=", "run.least_time="}) before.push_back(key + end);
    before.emplace_back("run.warm_up=0s");
  }
  settings.insert(settings.begin(), before.begin(), before.end());
  return settings;
}

}  // namespace ebb::inline tasks
