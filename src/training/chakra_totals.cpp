#include "training/chakra_totals.hpp"

#include <map>
#include <utility>

#include "record/recorded_call.hpp"
#include "training/chakra_node.hpp"

namespace ebb::inline training {
namespace {

std::string kind_of(const ChakraNode& n) {
  switch (n.kind) {
    case ChakraKind::computing:
      return n.on_host ? "computing on the host" : "computing";
    case ChakraKind::send:
      return "send";
    case ChakraKind::receive:
      return "receive";
    case ChakraKind::collective:
      break;
  }
  return std::string(name_of(n.call));
}

}  // namespace

std::vector<ChakraTotal> chakra_totals(const ChakraRanks& ranks) {
  std::map<std::string, ChakraTotal> totals;
  for (const auto& rank : ranks)
    for (const ChakraNode& n : rank) {
      ChakraTotal& total = totals[kind_of(n)];
      ++total.nodes, total.bytes += n.bytes;
      if (n.kind == ChakraKind::computing) total.time += n.duration;
    }
  std::vector<ChakraTotal> all;
  for (auto& [what, total] : totals) {
    total.what = what;
    all.push_back(std::move(total));
  }
  return all;
}

}  // namespace ebb::inline training
