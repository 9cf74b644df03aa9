#include "power/control/policy_fault.hpp"

#include <fmt/format.h>

#include "base/quantity.hpp"

namespace ebb::inline power {

Problem bad_rate_problem(const Policy& policy, const RateLevels& levels, const BadRate& bad) {
  std::vector<std::string> names;
  for (std::size_t level = 0; level < levels.size(); ++level)
    names.push_back(quantity_text(levels.of(bad.full, level)));
  return {
      "policy",
      fmt::format("\"{}\" requested {} at {}, but the rate levels of the channel are {}", policy.name(),
                  quantity_text(bad.want), quantity_text(bad.at), fmt::join(names, ", ")),
      "decide() must return one of `rates`: rates[i], or fastest(), slowest(), next_faster(), next_slower()"};
}

}  // namespace ebb::inline power
