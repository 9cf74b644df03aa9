// Chakra execution traces, the format in which AI frameworks and ASTRA-sim exchange what an accelerator does:
// for each rank a file NAME.RANK.et of nodes (computing, a collective, a message) and their dependencies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "training/chakra_node.hpp"

namespace ebb::inline training {

/// Reads the nodes of a rank from a file's bytes; `name` is the file's in messages.
Result<std::vector<ChakraNode>> read_chakra(std::string_view bytes, const std::string& name);

/// Returns the nodes of all ranks, from NAME.0.et, NAME.1.et, … beside the named one. With `ranks` above 0,
/// so many execute the named file, as data parallelism does.
Result<std::vector<std::vector<ChakraNode>>> read_chakra_ranks(const std::string& path, std::int64_t ranks);

}  // namespace ebb::inline training
