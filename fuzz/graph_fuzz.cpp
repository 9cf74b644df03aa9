// Any bytes at all as a graph of switches, GraphML or a list of cables: they give a graph that keeps its
// promises, or problems that name a place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "topology/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto graph = ebb::parse_graph({reinterpret_cast<const char*>(data), size}, "fuzz.graph");
  if (!graph) {
    for (const ebb::Problem& p : graph.problems()) ENSURE(!p.where.empty() && !p.what.empty());
    ENSURE(ebb::to_text(graph.problems()).size() < 500'000);
    return 0;
  }
  ENSURE(!graph->cables.empty() && graph->switches >= 2);
  for (const auto& [a, b] : graph->cables) ENSURE(a != b && a < graph->switches && b < graph->switches);
  return 0;
}
