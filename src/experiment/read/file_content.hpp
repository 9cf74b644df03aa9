// The content of a file that a configuration names. Another content makes another run, whatever the file's
// name.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace ebb::inline experiment {

struct FileContent {
  std::string key;           ///< key that names it: "topology", "traffic.workload"
  std::uint64_t digest = 0;  ///< digest of its bytes

  bool operator==(const FileContent&) const = default;
};

/// Returns a digest that is the same for equal bytes on every machine.
Result<std::uint64_t> digest_of_file(const std::string& path);

}  // namespace ebb::inline experiment
