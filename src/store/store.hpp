// A folder of results. Every writing process has its own database in it, because a database on a shared file
// system cannot safely have several writers. Readers see all databases as one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "store/claims.hpp"
#include "store/run_database.hpp"

namespace ebb::inline store {

/// The store that `ebb sweep study.toml` uses without --store: "study.results" in the current folder.
std::string default_store(const std::string& file);

/// The stores in the current folder: *.results.
std::vector<std::string> stores_here();

/// The damage found in stores.
struct Damage {
  Problems problems;             ///< messages for the user
  std::vector<std::string> ids;  ///< of the damaged runs, as far as they can be read
};

/// Returns all runs of these stores (folders, or single databases), each id once, in the order in which they
/// were stored. A result takes precedence over a failure. Parameters that only another database has are
/// added. A damaged run is omitted and reported in `damage`, unless another database has it intact.
Result<std::vector<StoredRun>> read_stores(const std::vector<std::string>& paths, Damage& damage,
                                           bool whole = true);

/// Reads the run with this id, whole, as read_stores() would give it; nothing when it is not there, or
/// damaged.
Result<std::optional<StoredRun>> read_stored_run(const std::string& path, const std::string& id);

/// What `ebb results check` reports about a database.
struct DatabaseHealth {
  std::string path;
  std::int64_t runs = 0, unchecked = 0, missing = 0;
  std::vector<std::string> damaged;  ///< ids
  Problems unreadable;               ///< why it cannot be read at all
};
/// Reads every byte that holds a result. With `forget`, removes damaged runs, so that the same sweep runs
/// them again.
Result<std::vector<DatabaseHealth>> check_stores(const std::vector<std::string>& paths, bool forget);

/// Returns the temporary files in these folders: of a process that is writing now, or of one that was killed.
std::vector<std::string> left_drafts(const std::vector<std::string>& paths);

/// A store that this process may write to.
class Store {
 public:
  /// Creates the folder if it is missing. A folder that ebb did not create is not touched, unless it is
  /// empty.
  static Result<Store> open(const std::string& folder);

  Problems put(const StoredRun& run) { return database_->put(run); }
  Result<std::vector<StoredRun>> read(bool whole, Damage& damage) const {
    return read_stores({folder_}, damage, whole);
  }
  Claims& claims() { return *claims_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::unique_ptr<Claims> claims_;
  std::unique_ptr<RunDatabase> database_;
};

}  // namespace ebb::inline store
