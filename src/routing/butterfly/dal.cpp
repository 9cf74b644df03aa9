#include "routing/butterfly/dal.hpp"

#include <fmt/core.h>

#include "network/shape.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

Problems Dal::check() const { return check_threshold(threshold); }

Problems Dal::check(const Network& network) const {
  if (Problems problems = ButterflyPaths::check(network); !problems.empty()) return problems;
  constexpr std::size_t most_dimensions = 8;  // bits of Route::phase
  const std::size_t dimensions = std::get<FlattenedButterflyShape>(network.shape).sizes.size();
  if (dimensions <= most_dimensions) return {};
  return {{"name",
           fmt::format("works in up to {} dimensions, but the network has {}", most_dimensions, dimensions),
           "\"ugal_l\" works in any number of dimensions"}};
}

}  // namespace ebb::inline routing
