// The largest ramp of a series of powers, and its spectrum in the band that utilities limit.
#pragma once

#include <span>

#include "results/power_ramp.hpp"

namespace ebb::inline statistics {

inline constexpr double slowest_swing_hz = 0.1, fastest_swing_hz = 20;

/// `watts`: means over spans of `span_s` seconds each, without gaps. The spectrum is that of the series
/// without its mean, with a Hann window, so a step that lasts shows as slow swings only.
PowerRamp ramp_of(std::span<const double> watts, double span_s);

}  // namespace ebb::inline statistics
