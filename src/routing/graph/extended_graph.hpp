// Duato's extended dependency graph: which channel a worm may wait for while it occupies another one, with
// channels between them that are never waited for. A packet that fits one buffer has left the first channel
// by then; a worm has not.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ebb::inline routing {

class ExtendedGraph {
 public:
  /// A worm on the first lane may wait for the second.
  void add(std::size_t lane, std::size_t next);

  /// Returns a cycle of lanes, each waiting for the next, empty when there is none.
  std::vector<std::size_t> cycle() const;

 private:
  std::uint32_t number_of(std::size_t lane);

  std::unordered_map<std::size_t, std::uint32_t> numbers_;
  std::vector<std::size_t> lanes_;                ///< by number
  std::vector<std::vector<std::uint64_t>> next_;  ///< by number: a row of bits
};

}  // namespace ebb::inline routing
