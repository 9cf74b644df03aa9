#include "reproduce/kim/kim_search.hpp"

#include <utility>

namespace ebb::inline reproduce {

Result<KimSearch> search_kim_machine(const KimAims& aims, const Effort& effort) {
  KimSearch search;
  for (const auto step : {dvs_step, packet_step, graph_step, dls_step}) {
    auto done = step(search.chosen, aims, effort);
    if (!done) return done.problems();
    search.chosen = done->best.front().machine;
    search.steps.push_back(std::move(*done));
  }
  return search;
}

}  // namespace ebb::inline reproduce
