// What a traffic is like, as tables.
#pragma once

#include <string>

#include "network/traffic_figures.hpp"
#include "report/render.hpp"

namespace ebb {

/// CSV has one line per host; the other formats have the figures of the whole. `about` stands above them.
std::string render_traffic(const std::string& about, const TrafficFigures& figures, Format format);

}  // namespace ebb
