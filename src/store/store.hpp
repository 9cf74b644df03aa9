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

/// All runs of these stores (folders, or single databases), each id once, in the order in which they were
/// stored. A result goes before a failure; parameters that only
/// another database names are added.
Result<std::vector<StoredRun>> read_stores(const std::vector<std::string>& paths, bool whole = true);

/// A store that this process may write to.
class Store {
 public:
  /// Made when it is not there.
  static Result<Store> open(const std::string& folder);

  Problems put(const StoredRun& run) { return database_->put(run); }
  Result<std::vector<StoredRun>> read(bool whole) const { return read_stores({folder_}, whole); }
  Claims& claims() { return *claims_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::unique_ptr<Claims> claims_;
  std::unique_ptr<RunDatabase> database_;
};

}  // namespace ebb::inline store
