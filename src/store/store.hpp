// A folder of results. Every process that writes has a database of its own in it, as databases on shared file
// systems cannot safely have several writers; whoever reads sees all of them as one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/claims.hpp"
#include "store/run_database.hpp"

namespace ebb::inline store {

/// What `ebb sweep study.toml` makes without --store: "study.results" in the current folder.
std::string default_store(const std::string& file);

/// The stores of the current folder: *.results.
std::vector<std::string> stores_here();

/// What is not as it was stored.
struct Damage {
  Problems problems;             ///< what to tell of it
  std::vector<std::string> ids;  ///< of the runs, as far as they can be read
};

/// All runs of these stores (folders, or single databases), each id once, in the order in which they were
/// stored. A result goes before a failure; parameters that only another database names are added. What is
/// damaged is left out and told of in `damage`, unless the same run is whole in another database.
Result<std::vector<StoredRun>> read_stores(const std::vector<std::string>& paths, Damage& damage,
                                           bool whole = true);

/// What `ebb results check` says of a database.
struct DatabaseHealth {
  std::string path;
  std::int64_t runs = 0, unchecked = 0, missing = 0;
  std::vector<std::string> damaged;  ///< ids
  Problems unreadable;               ///< why it cannot be read at all
};
/// Reads every byte that holds a result. With `forget`, what is damaged is removed, so that the same sweep
/// runs it again.
Result<std::vector<DatabaseHealth>> check_stores(const std::vector<std::string>& paths, bool forget);

/// Returns the files in these folders that were still being written: by a process that writes now, or by one
/// that was killed.
std::vector<std::string> left_drafts(const std::vector<std::string>& paths);

/// A store that this process may write to.
class Store {
 public:
  /// Made when it is not there. A folder that ebb did not make is not touched, unless it is empty.
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
