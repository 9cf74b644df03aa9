// The sources of a served page: stores, and folders of single runs, at the given paths or below them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline tasks {

struct ServedSource {
  enum class Kind : std::uint8_t { store, run_folder };
  std::string path;
  Kind kind = Kind::store;
};

struct FoundSources {
  std::vector<ServedSource> sources;
  Problems problems;  ///< paths that are gone, or hold nothing
};
/// Looks a few folders deep. Symbolic links below a path are not followed.
FoundSources find_sources(const std::vector<std::string>& paths);

/// The store for new runs: the first store of the paths, else one in their first folder.
std::string store_among(const std::vector<std::string>& paths);

/// Changes when a file of the source does, without reading it.
std::uint64_t state_of(const ServedSource& source);

/// Reads all of its runs. Damaged ones are left out, with a sentence in `damage`.
Result<std::vector<StoredRun>> read_source(const ServedSource& source, Problems& damage);
/// Reads one of its runs; nothing when it is no longer there.
Result<std::optional<StoredRun>> read_run_of(const ServedSource& source, const std::string& id);

}  // namespace ebb::inline tasks
