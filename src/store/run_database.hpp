// One SQLite file with stored runs. Each run is written in one transaction: after a crash of the program or
// the machine it is present completely or not at all. Each run carries its checksums, and the file carries
// the number of runs and the sum of their checksums, so that changed and missing runs are both detected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "results/named_figure.hpp"
#include "store/database.hpp"
#include "store/run_checksum.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline store {

/// The contents of a database, and its damage.
struct ReadRuns {
  std::vector<StoredRun> runs;       ///< intact, as far as they were read
  std::vector<std::string> damaged;  ///< ids, as read
  std::int64_t missing = 0;          ///< how many more were once stored
  std::int64_t unchecked = 0;        ///< of `runs`: stored by a version of ebb without checksums
};

class RunDatabase {
 public:
  /// Refuses files that are not databases, other programs' databases, and those of a newer ebb.
  static Result<RunDatabase> open(const std::string& path, Access access);

  /// Replaces the run with the same id.
  Problems put(const StoredRun& run);
  /// Reads all runs. When `whole` is false, parameters and figures are neither read nor checked.
  Result<ReadRuns> read(bool whole);
  /// Reads the intact run with this id, whole; nothing when there is none.
  Result<std::optional<StoredRun>> find(const std::string& id);
  /// Checks every page of the file, including those that hold no run.
  Problems check_pages();
  /// Removes damaged runs, so that they can run again.
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
  Result<std::vector<Row>> read_rows(bool whole, const std::string& id = "");
  Problems read_list(const std::string& table, std::vector<NamedFigure> StoredRun::*list,
                     const std::string& id, std::vector<Row>& rows);
  Result<std::int64_t> missing(std::vector<Row>& rows);

  Database database_;
  bool has_checksums_ = false;  ///< false: written by a version of ebb without checksums
};

}  // namespace ebb::inline store
