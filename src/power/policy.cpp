#include "power/policy.hpp"

#include <fmt/core.h>

namespace ebb {

void require_share(Problems& problems, std::string_view name, double share) {
  if (!(share > 0 && share < 1))
    problems.push_back({std::string(name), fmt::format("is {}, but must be between 0 and 1", share),
                        "it is the busy share of an epoch; the founding paper uses 0.25, 0.5 and 0.75"});
}

}  // namespace ebb
