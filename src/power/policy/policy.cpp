#include "power/policy/policy.hpp"

#include <fmt/core.h>

namespace ebb::inline power {

void require_share(Problems& problems, std::string_view name, double share) {
  if (!(share > 0 && share < 1))
    problems.push_back({std::string(name), fmt::format("is {}, but must be between 0 and 1", share),
                        "it is the busy share of an epoch; the founding paper uses 0.25, 0.5 and 0.75"});
}

void require_weight(Problems& problems, std::string_view name, double weight) {
  if (!(weight > 0 && weight <= 1))
    problems.push_back({std::string(name), fmt::format("is {}, but must be above 0 and at most 1", weight),
                        "it is the weight of the newest observation; 1 forgets all older ones"});
}

void require_positive(Problems& problems, std::string_view name, Picoseconds time, std::string_view example) {
  if (time.v <= 0)
    problems.push_back({std::string(name), fmt::format("is {}, but must be positive", quantity_text(time)),
                        fmt::format("for example: \"{}\"", example)});
}

}  // namespace ebb::inline power
