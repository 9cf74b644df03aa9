// Measures a run file's traffic: amount, burstiness, asymmetry; nothing is simulated. The job of
// `ebb traffic measure`.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "experiment/read/settings.hpp"
#include "results/traffic_figures.hpp"

namespace ebb::inline tasks {

struct MeasureOptions {
  std::string file;                  ///< a run file (TOML)
  Settings settings;                 ///< "section.key=value", which override the file
  Picoseconds time{20'000'000'000};  ///< how much of the traffic
};

struct MeasuredTraffic {
  std::string about;  ///< the network and the traffic in one or two lines
  TrafficFigures figures = {};
  Problems failure = {};  ///< why the traffic could not be generated to the end; empty: it was
};

Result<MeasuredTraffic> measure_traffic(const MeasureOptions& options);

}  // namespace ebb::inline tasks
