// The properties of a traffic, as tables.
#pragma once

#include <string>

#include "report/document/render.hpp"
#include "results/traffic_figures.hpp"

namespace ebb::inline report {

/// CSV has one line per host. The other formats have the figures of the whole. `about` is printed above them.
std::string render_traffic(const std::string& about, const TrafficFigures& figures, Format format);

}  // namespace ebb::inline report
