#include "routing/butterfly/dynamic_butterfly.hpp"

#include "network/shape.hpp"
#include "routing/threshold.hpp"

namespace ebb::inline routing {

Problems DynamicButterfly::check() const { return check_threshold(threshold); }

Problems DynamicButterfly::check(const Network& network) const {
  Problems problems = ButterflyPaths::check(network);
  if (!problems.empty()) return problems;
  if (std::get<FlattenedButterflyShape>(network.shape).sizes.size() > 255 / phases)
    problems.push_back({"name", "keeps its place in one of up to 85 dimensions", "choose fewer dimensions"});
  return problems;
}

int DynamicButterfly::vcs() const {
  for (const ButterflyPaths::Dimension& x : paths.dimension)
    if (x.size > 2) return 2;
  return 1;
}

}  // namespace ebb::inline routing
