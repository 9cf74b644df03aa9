#include "experiment/run/traffic_failure.hpp"

#include <fmt/core.h>

#include "experiment/run/run_ranks.hpp"

namespace ebb::inline experiment {

Problems traffic_failure(const Traffic& traffic, Exchange* exchange) {
  const Problems own = failure_of(traffic);
  if (!exchange || exchange->ranks() == 1) return own;
  Problems all;
  const std::vector<Problems> told = problems_of_ranks(*exchange, own);
  for (std::size_t rank = 0; rank < told.size(); ++rank)
    for (const Problem& p : told[rank])
      all.push_back({fmt::format("rank {}: {}", rank, p.where), p.what, p.hint});
  return all;
}

}  // namespace ebb::inline experiment
