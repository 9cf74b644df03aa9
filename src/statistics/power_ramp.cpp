#include "statistics/power_ramp.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ebb::inline statistics {
namespace {

constexpr std::size_t most_lines = 400;  // of a spectrum

/// Finds the largest change between values that are at most a second apart.
void find_largest(std::span<const double> watts, PowerRamp& ramp) {
  const auto apart = static_cast<std::size_t>(std::max(1.0, std::floor(1 / ramp.span_s + 1e-9)));
  for (std::size_t i = 0; i < watts.size(); ++i)
    for (std::size_t j = i > apart ? i - apart : 0; j < i; ++j)
      if (const double change = std::abs(watts[i] - watts[j]); change > ramp.largest_w)
        ramp.largest_w = change, ramp.largest_at_s = static_cast<double>(i + 1) * ramp.span_s;
}

/// Returns the amplitude of the swing with so many periods in the whole series. The window's mean is a half.
double amplitude(std::span<const double> watts, double mean, std::size_t periods) {
  const double turn = 2 * std::numbers::pi / static_cast<double>(watts.size());
  double real = 0, imaginary = 0;
  for (std::size_t i = 0; i < watts.size(); ++i) {
    const double at = turn * static_cast<double>(i);
    const double value = (watts[i] - mean) * (0.5 - 0.5 * std::cos(at));
    const double angle = turn * static_cast<double>(i * periods % watts.size());
    real += value * std::cos(angle), imaginary += value * std::sin(angle);
  }
  return 4 * std::hypot(real, imaginary) / static_cast<double>(watts.size());
}

}  // namespace

PowerRamp ramp_of(std::span<const double> watts, double span_s) {
  PowerRamp ramp{.span_s = span_s, .spectrum = {}, .strongest = {}};
  if (watts.size() < 2 || span_s <= 0) return ramp;
  find_largest(watts, ramp);
  double mean = 0;
  for (const double value : watts) mean += value / static_cast<double>(watts.size());
  const double length = span_s * static_cast<double>(watts.size());
  const auto first = static_cast<std::size_t>(std::max(1.0, std::ceil(slowest_swing_hz * length - 1e-9)));
  const auto last = std::min(static_cast<std::size_t>(fastest_swing_hz * length + 1e-9), watts.size() / 2);
  const std::size_t step = last >= first ? (last - first) / most_lines + 1 : 1;
  for (std::size_t periods = first; periods <= last; periods += step) {
    PowerAt line{static_cast<double>(periods) / length, amplitude(watts, mean, periods)};
    if (!ramp.strongest || line.watts > ramp.strongest->watts) ramp.strongest = line;
    ramp.spectrum.push_back(line);
  }
  return ramp;
}

}  // namespace ebb::inline statistics
