#include "planner/plan_settings.hpp"

#include <fmt/core.h>

namespace ebb::inline planner {
namespace {

void require_between(Problems& problems, std::string_view name, double value, double least, double most,
                     std::string_view hint) {
  if (value < least || value > most)
    problems.push_back(
        {std::string(name), fmt::format("is {}, outside {} to {}", value, least, most), std::string(hint)});
}

}  // namespace

Problems PlanSettings::check() const {
  Problems problems;
  require_between(problems, "load", load, 0, 1, "1 is every channel busy all the time");
  require_between(problems, "packet", static_cast<double>(packet.v), 1, 1e9, "for example: \"1500B\"");
  require_between(problems, "overhead", static_cast<double>(overhead.v), 0, 1e6, "for Ethernet: \"20B\"");
  require_between(problems, "price_usd_per_kwh", price_usd_per_kwh, 0, 1000, "dollars per kilowatt-hour");
  require_between(problems, "pue", pue, 1, 100, "1 would be a site without cooling; 1.6 was usual in 2010");
  require_between(problems, "years", years, 1e-6, 1000, "for example: 4");
  require_between(problems, "server", server.v, 0, 1e9, "for example: \"250W\"");
  require_between(problems, "server_idle_share", server_idle_share, 0, 1,
                  "1: an idle server uses full power");
  return problems;
}

}  // namespace ebb::inline planner
