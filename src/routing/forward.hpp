// Forward declarations, for files that only pass these types on and do not need the templates.
#pragma once

namespace ebb::inline routing {

struct DependencyLimits;
struct DependencyReport;
struct LinkStages;
struct Walk;

}  // namespace ebb::inline routing
