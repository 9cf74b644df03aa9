// Names for whoever only hands these on, without the templates that make them.
#pragma once

namespace ebb::inline routing {

struct DependencyLimits;
struct DependencyReport;
struct LinkStages;
struct Walk;

}  // namespace ebb::inline routing
