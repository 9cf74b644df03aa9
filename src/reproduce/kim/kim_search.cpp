#include "reproduce/kim/kim_search.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/problem.hpp"

namespace ebb::inline reproduce {

Result<KimSearch> search_kim_machine(const KimAims& aims, const Effort& effort) {
  KimSearch search;
  for (const auto step : {dvs_step, packet_step, graph_step, dls_step}) {
    auto done = step(search.chosen, aims, effort);
    if (!done) return done.problems();
    if (done->best.empty())
      return Problem{"kim-calibration",
                     fmt::format("the step \"{}\" has no candidate that keeps up with its loads", done->what),
                     "the machine so far is in papers/kim-machine.toml; widen the step's candidates"};
    search.chosen = done->best.front().machine;
    search.steps.push_back(std::move(*done));
  }
  return search;
}

}  // namespace ebb::inline reproduce
