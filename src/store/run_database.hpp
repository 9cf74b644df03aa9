// One SQLite file with stored runs. Each run is written in one transaction: it is there whole or not at all,
// whenever the program or the machine dies. Each carries checksums of itself, and the file carries how many
// there are and the sum of theirs, so that neither a changed run nor a missing one goes unnoticed.
#pragma once

#include <string>
#include <vector>

#include "store/database.hpp"
#include "store/run_checksum.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline store {

/// What a database holds, and what of it is damaged.
struct ReadRuns {
  std::vector<StoredRun> runs;       ///< that are as they were stored, as far as they were read
  std::vector<std::string> damaged;  ///< ids, as they are read now
  std::int64_t missing = 0;          ///< how many more were stored once
  std::int64_t unchecked = 0;        ///< of `runs`: stored by an ebb that made no checksums
};

class RunDatabase {
 public:
  /// Refuses what is no database, another program's, or of a newer ebb.
  static Result<RunDatabase> open(const std::string& path, Access access);

  /// Replaces what is stored under the same id.
  Problems put(const StoredRun& run);
  /// All of them, without parameters and figures when `whole` is false: those are not checked either then.
  Result<ReadRuns> read(bool whole);
  /// Goes through every page of the file, also those that hold no run.
  Problems check_pages();
  /// Removes what is damaged, so that it can be run again.
  Problems forget_damaged();
  const std::string& path() const { return database_.path(); }

 private:
  struct Row;
  explicit RunDatabase(Database database) : database_(std::move(database)) {}
  Problems check_format(Access access);
  Problems put_run(const StoredRun& run);
  Problems put_list(const std::string& table, const StoredRun& run, const std::vector<NamedFigure>& list);
  Problems count(std::int64_t runs, std::int64_t checksum);
  Problems uncount(const std::string& id);
  Result<std::vector<Row>> read_rows(bool whole);
  Problems read_list(const std::string& table, std::vector<NamedFigure> StoredRun::*list,
                     std::vector<Row>& rows);
  Result<std::int64_t> missing(std::vector<Row>& rows);

  Database database_;
  bool has_checksums_ = false;  ///< false: made by an ebb that knew none
};

}  // namespace ebb::inline store
