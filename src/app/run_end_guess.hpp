// When a run will end that goes on until its mean latency is known well enough.
#pragma once

#include <optional>

#include "engine/run/run.hpp"
#include "results/run_course.hpp"

namespace ebb::inline app {

/// By how the latencies of the spans so far have varied: a mean over n times the time is known sqrt(n) times
/// as well. Never beyond most_time, nor before least_time; nothing while there are too few spans.
std::optional<Picoseconds> guessed_end(const RunCourse& course, const RunSettings& settings);

}  // namespace ebb::inline app
