#include "power/policy/policy.hpp"

#include <fmt/core.h>

namespace ebb::inline power {

void require_share(Problems& problems, std::string_view name, double share) {
  if (!(share > 0 && share < 1))
    problems.push_back({std::string(name), fmt::format("is {}, but must be between 0 and 1", share),
                        "it is a share of full rate or of an epoch, for example 0.5"});
}

void require_weight(Problems& problems, std::string_view name, double weight) {
  if (!(weight > 0 && weight <= 1))
    problems.push_back(
        {std::string(name), fmt::format("is {}, but must be above 0 and at most 1", weight),
         "for example 0.5; it is the weight of the newest observation, and 1 forgets all older ones"});
}

void require_off_state(Problems& problems, const RateLevels& rates) {
  if (!rates.has_off())
    problems.push_back({"name", "switches links off, but the channels have no off state",
                        "give [control] a wake time, for example: wake = \"1us\""});
}

void require_positive(Problems& problems, std::string_view name, Picoseconds time, std::string_view example) {
  if (time.v <= 0)
    problems.push_back({std::string(name), fmt::format("is {}, but must be positive", quantity_text(time)),
                        fmt::format("for example: \"{}\"", example)});
}

}  // namespace ebb::inline power
