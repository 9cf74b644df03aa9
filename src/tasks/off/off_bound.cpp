#include "tasks/off/off_bound.hpp"

#include <algorithm>
#include <cmath>

#include "fabric/agent/cable_set.hpp"
#include "fabric/agent/off/off_program.hpp"
#include "fabric/trees/solver.hpp"

namespace ebb::inline tasks {
namespace {

/// Without watts, a port counts 1 and a switch 0.
PartPower power_of_parts(const OffPower& power_saved) {
  return power_saved.known()
             ? PartPower{std::max(power_saved.port_w.front(), power_saved.most_port_w), power_saved.base_w}
             : PartPower{};
}

}  // namespace

Problems check_bound(const OffPower& power_saved) {
  if (!solver_is_there())
    return {{"--exact", "needs cbc, which is not installed", "on Debian: apt-get install coinor-cbc"}};
  const auto differs = [&](double watts) { return watts != power_saved.port_w.front(); };
  if (power_saved.known() && std::any_of(power_saved.port_w.begin(), power_saved.port_w.end(), differs))
    return {{"--exact", "needs ports of one power, but those of this network differ",
             "give one figure for all with --watts"}};
  return {};
}

Column bound_column(const OffPower& power_saved) {
  if (power_saved.known()) return {"saved_at_most_w", "saved at most", "W", Align::right, 1};
  return {"cables_off_at_most", "off at most", "", Align::right};
}

Cell bound_of(const OffRequest& request, const OffPower& power_saved) {
  const PartPower power = power_of_parts(power_saved);
  const auto least = proved_least(least_power_program(request, power));
  if (!least) return "not proved: cbc " + least.problems()[0].what;
  const double saved = power_of(request.network, CableSet(request.network), power) - *least;
  if (power_saved.known()) return saved;
  return static_cast<std::int64_t>(std::llround(saved / 2));  // a cable has two ports
}

}  // namespace ebb::inline tasks
