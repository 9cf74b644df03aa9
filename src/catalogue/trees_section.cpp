#include "catalogue/trees_section.hpp"

#include "base/ensure.hpp"
#include "fabric/trees/read_trees.hpp"
#include "rules/trees/tree_plan.hpp"

namespace ebb::inline catalogue {

Result<std::vector<PortId>> use_trees(AnyRouting& routing, const Network& network,
                                      const TreesSection& trees) {
  auto paths = read_tree_paths(network, trees.settings);
  if (!paths) return placed_in_trees(paths.problems(), trees.settings, trees.node);
  std::vector<PortId> off = paths->cables_off();
  ENSURE(routing.use_paths(std::make_shared<const TreePaths>(std::move(*paths))));
  return off;
}

}  // namespace ebb::inline catalogue
