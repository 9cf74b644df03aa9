// One SQLite file with stored runs. Each run is written in one transaction: it is there whole or not at all,
// whenever the program or the machine dies.
#pragma once

#include <string>
#include <vector>

#include "store/database.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline store {

class RunDatabase {
 public:
  /// Refuses what is no database, another program's, or of a newer ebb.
  static Result<RunDatabase> open(const std::string& path, Access access);

  /// Replaces what is stored under the same id.
  Problems put(const StoredRun& run);
  /// All of them, without parameters and figures when `whole` is false.
  Result<std::vector<StoredRun>> read(bool whole);

 private:
  explicit RunDatabase(Database database) : database_(std::move(database)) {}
  Problems check_format(Access access);
  Problems put_list(const std::string& table, const StoredRun& run, const std::vector<NamedFigure>& list);
  Problems read_list(const std::string& table, std::vector<NamedFigure> StoredRun::*list,
                     std::vector<StoredRun>& runs);

  Database database_;
};

}  // namespace ebb::inline store
