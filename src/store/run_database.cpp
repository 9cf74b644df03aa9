#include "store/run_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "results/cell.hpp"

namespace ebb::inline store {
namespace {

/// "ebb1" in ASCII: distinguishes our files from other programs' databases.
constexpr std::int64_t application = 0x65626231;
constexpr std::int64_t format_version = 2, first_with_checksums = 2;
constexpr std::string_view checksum_columns = "checksum, list_checksum";

std::string column_list(std::string_view pattern) {
  std::vector<std::string> names;
  for (const StoredColumn& c : stored_columns) names.push_back(fmt::format(fmt::runtime(pattern), c.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The number of runs, and the sums of the two halves of their checksums. Sums of halves do not overflow.
std::string totals_table() {
  return "CREATE TABLE totals (runs, high, low); INSERT INTO totals SELECT count(*), 0, 0 FROM runs;";
}

std::int64_t high_half(std::int64_t checksum) { return checksum >> 32; }
std::int64_t low_half(std::int64_t checksum) { return checksum & 0xffffffff; }

std::string schema() {
  std::string sql =
      fmt::format("CREATE TABLE runs ({}, {}, PRIMARY KEY (id));", column_list("{}"), checksum_columns);
  for (const char* list : {"parameters", "figures"})
    sql += fmt::format(
        "CREATE TABLE {} (run TEXT, position INTEGER, name TEXT, value, PRIMARY KEY (run, position));"
        "CREATE INDEX {}_by_name ON {} (name);",
        list, list, list);
  return sql + totals_table() +
         fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, format_version);
}

/// Upgrades the format without checksums: existing runs have none, new ones do.
std::string upgrade() {
  return "ALTER TABLE runs ADD COLUMN checksum; ALTER TABLE runs ADD COLUMN list_checksum;" + totals_table() +
         fmt::format("PRAGMA user_version = {};", format_version);
}

std::int64_t whole_number(const Cell& cell) {
  const auto* value = std::get_if<std::int64_t>(&cell.value());
  return value ? *value : 0;
}

Result<std::int64_t> number(Database& database, const std::string& sql) {
  auto statement = database.prepare(sql);
  if (!statement) return statement.problems();
  auto row = statement->next();
  if (!row) return row.problems();
  return whole_number(statement->column(0));
}

/// Stores of release 0.1 use the old name of a verdict.
StoredRun as_named_now(StoredRun run) {
  if (run.verdict == "warm") run.verdict = "steady";
  return run;
}

/// Rolls the transaction back and returns the problems.
Problems undone(Database& database, Problems problems) {
  (void)database.run("ROLLBACK");  // SQLite may have rolled back itself
  return problems;
}

}  // namespace

struct RunDatabase::Row {
  StoredRun run;
  std::int64_t rowid = 0;
  bool is_checked = false;   ///< has checksums
  bool is_doubtful = false;  ///< has none, in a file whose totals do not match: it may have lost them
  RunChecksums stored;
  bool is_damaged(bool whole) const {
    if (run.id.empty() || is_doubtful) return true;
    const RunChecksums now = checksums_of(run);
    return is_checked && (now.columns != stored.columns || (whole && now.lists != stored.lists));
  }
};

Result<RunDatabase> RunDatabase::open(const std::string& path, Access access) {
  auto database = Database::open(path, access);
  if (!database) return database.problems();
  RunDatabase runs(std::move(*database));
  if (Problems problems = runs.check_format(access); !problems.empty()) return problems;
  return runs;
}

Problems RunDatabase::check_format(Access access) {
  const auto tables = number(database_, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.problems();
  if (*tables == 0) {  // interrupted before anything was stored; there is no page either
    const auto pages = number(database_, "PRAGMA page_count");
    if (!pages) return pages.problems();
    if (*pages > 0)
      return {{database_.path(), "is damaged, or no database of ebb's: it has pages, but no tables",
               move_it_away}};
    if (access == Access::read) return {};
    has_checksums_ = true;
    Problems problems = database_.run("BEGIN IMMEDIATE;" + schema() + "COMMIT;");
    return problems.empty() ? problems : undone(database_, problems);
  }
  const auto id = number(database_, "PRAGMA application_id"),
             version = number(database_, "PRAGMA user_version");
  if (!id) return id.problems();
  if (!version) return version.problems();
  if (*id != application)
    return {{database_.path(), "is the database of another program",
             "results are in the folders that `ebb sweep` and `ebb run --store` make"}};
  if (*version > format_version)
    return {
        {database_.path(),
         fmt::format("was written by a newer ebb (format {}; this one knows {})", *version, format_version),
         "use that ebb to read it, or another --store"}};
  has_checksums_ = *version >= first_with_checksums;
  if (!has_checksums_) {  // a file whose version field is damaged would appear to have no checksums
    const auto newer =
        number(database_,
               "SELECT (SELECT count(*) FROM sqlite_master WHERE name = 'totals') +"
               " (SELECT count(*) FROM pragma_table_info('runs') WHERE name LIKE '%checksum')");
    if (!newer) return newer.problems();
    if (*newer > 0)
      return {{database_.path(),
               fmt::format("is damaged: it says format {}, which had no checksums", *version), move_it_away}};
  }
  if (has_checksums_ || access == Access::read) return {};
  has_checksums_ = true;
  Problems problems = database_.run("BEGIN IMMEDIATE;" + upgrade() + "COMMIT;");
  return problems.empty() ? problems : undone(database_, problems);
}

Problems RunDatabase::put_list(const std::string& table, const StoredRun& run,
                               const std::vector<NamedFigure>& list) {
  auto old = database_.prepare(fmt::format("DELETE FROM {} WHERE run = ?", table));
  if (!old) return old.problems();
  if (auto done = old->bind(1, run.id).next(); !done) return done.problems();
  auto insert = database_.prepare(fmt::format("INSERT INTO {} VALUES (?, ?, ?, ?)", table));
  if (!insert) return insert.problems();
  for (std::size_t i = 0; i < list.size(); ++i) {
    insert->bind(1, run.id)
        .bind(2, static_cast<std::int64_t>(i))
        .bind(3, list[i].name)
        .bind(4, list[i].value);
    if (auto done = insert->next(); !done) return done.problems();
    insert->reset();
  }
  return {};
}

/// Adds a run with this checksum to the totals, or subtracts one.
Problems RunDatabase::count(std::int64_t runs, std::int64_t checksum) {
  return database_.run(fmt::format("UPDATE totals SET runs = runs + {}, high = high + {}, low = low + {}",
                                   runs, runs * high_half(checksum), runs * low_half(checksum)));
}

/// Subtracts the run that has this id now from the totals.
Problems RunDatabase::uncount(const std::string& id) {
  auto select = database_.prepare("SELECT checksum FROM runs WHERE id = ?");
  if (!select) return select.problems();
  const auto row = select->bind(1, id).next();
  if (!row) return row.problems();
  return *row ? count(-1, whole_number(select->column(0))) : Problems{};
}

Problems RunDatabase::put_run(const StoredRun& run) {
  auto insert = database_.prepare(fmt::format("INSERT OR REPLACE INTO runs ({}, {}) VALUES ({}, ?, ?)",
                                              column_list("{}"), checksum_columns, column_list("?")));
  if (!insert) return insert.problems();
  int n = 0;
  for (const StoredColumn& c : stored_columns) insert->bind(++n, value_of(run, c));
  const RunChecksums sums = checksums_of(run);
  insert->bind(n + 1, sums.columns).bind(n + 2, sums.lists);
  auto done = insert->next();
  return done ? count(1, sums.columns) : done.problems();
}

Problems RunDatabase::put(const StoredRun& run) {
  if (Problems problems = database_.run("BEGIN IMMEDIATE"); !problems.empty()) return problems;
  Problems problems = uncount(run.id);
  if (problems.empty()) problems = put_run(run);
  if (problems.empty()) problems = put_list("parameters", run, run.parameters);
  if (problems.empty()) problems = put_list("figures", run, run.figures);
  if (problems.empty()) problems = database_.run("COMMIT");
  return problems.empty() ? problems : undone(database_, problems);
}

/// Of the run with this id; empty: of all runs.
Problems RunDatabase::read_list(const std::string& table, std::vector<NamedFigure> StoredRun::*list,
                                const std::string& id, std::vector<Row>& rows) {
  std::map<std::string, StoredRun*> by_id;
  for (Row& row : rows) by_id[row.run.id] = &row.run;
  auto select = database_.prepare(fmt::format("SELECT run, name, value FROM {}{} ORDER BY run, position",
                                              table, id.empty() ? "" : " WHERE run = ?"));
  if (!select) return select.problems();
  if (!id.empty()) select->bind(1, id);
  for (;;) {
    auto row = select->next();
    if (!row) return row.problems();
    if (!*row) return {};
    const auto found = by_id.find(select->text(0));
    if (found != by_id.end()) (found->second->*list).push_back({select->text(1), select->column(2)});
  }
}

Result<std::vector<RunDatabase::Row>> RunDatabase::read_rows(bool whole, const std::string& id) {
  std::vector<Row> rows;
  auto select = database_.prepare(
      fmt::format("SELECT {}, {} FROM runs{} ORDER BY rowid", column_list("{}"),
                  has_checksums_ ? fmt::format("rowid, {}", checksum_columns) : "rowid, NULL, NULL",
                  id.empty() ? "" : " WHERE id = ?"));
  if (!select) return select.problems();
  if (!id.empty()) select->bind(1, id);
  for (;;) {
    auto found = select->next();
    if (!found) return found.problems();
    if (!*found) break;
    Row& row = rows.emplace_back();
    int n = 0;
    for (const StoredColumn& c : stored_columns) set_value(row.run, c, select->column(n++));
    const Cell rowid = select->column(n), columns = select->column(n + 1), lists = select->column(n + 2);
    row.rowid = whole_number(rowid);
    // A run that has only one of the two checksums is damaged; a run that has neither predates checksums.
    row.is_checked = has_checksums_ && (columns.value().index() != 0 || lists.value().index() != 0);
    row.stored = {whole_number(columns), whole_number(lists)};
  }
  if (!whole) return rows;
  if (Problems problems = read_list("parameters", &StoredRun::parameters, id, rows); !problems.empty())
    return problems;
  if (Problems problems = read_list("figures", &StoredRun::figures, id, rows); !problems.empty())
    return problems;
  return rows;
}

/// Returns how many runs are missing according to the totals. When the totals do not match for another
/// reason, at least one counts as missing. Then no run without a checksum can be trusted.
Result<std::int64_t> RunDatabase::missing(std::vector<Row>& rows) {
  if (!has_checksums_) return 0;
  std::int64_t high_sum = 0, low_sum = 0;
  for (const Row& row : rows)
    high_sum += high_half(row.stored.columns), low_sum += low_half(row.stored.columns);
  const auto kept = number(database_, "SELECT runs FROM totals"),
             high = number(database_, "SELECT high FROM totals"),
             low = number(database_, "SELECT low FROM totals");
  for (const auto* read : {&kept, &high, &low})
    if (!*read) return read->problems();
  const auto found = static_cast<std::int64_t>(rows.size());
  if (*kept == found && *high == high_sum && *low == low_sum) return 0;
  for (Row& row : rows) row.is_doubtful = !row.is_checked;
  return std::max<std::int64_t>(1, *kept - found);
}

Result<std::optional<StoredRun>> RunDatabase::find(const std::string& id) {
  const auto tables = number(database_, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.problems();
  if (*tables == 0 || id.empty()) return std::optional<StoredRun>{};
  if (Problems problems = database_.run("BEGIN"); !problems.empty()) return problems;
  auto rows = read_rows(true, id);
  if (!rows) return undone(database_, rows.problems());
  if (Problems problems = database_.run("COMMIT"); !problems.empty()) return problems;
  for (Row& row : *rows)
    if (!row.is_damaged(true)) return std::optional(as_named_now(std::move(row.run)));
  return std::optional<StoredRun>{};
}

Result<ReadRuns> RunDatabase::read(bool whole) {
  ReadRuns found;
  const auto tables = number(database_, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.problems();
  if (*tables == 0) return found;
  if (Problems problems = database_.run("BEGIN"); !problems.empty())
    return problems;  // one snapshot of all tables
  auto rows = read_rows(whole);
  if (!rows) return undone(database_, rows.problems());
  const auto lost = missing(*rows);
  if (!lost) return undone(database_, lost.problems());
  if (Problems problems = database_.run("COMMIT"); !problems.empty()) return problems;
  for (Row& row : *rows) {
    if (row.is_damaged(whole)) {
      found.damaged.push_back(row.run.id);
      continue;
    }
    found.unchecked += !row.is_checked;
    found.runs.push_back(as_named_now(std::move(row.run)));
  }
  // A damaged run also makes the totals wrong, so they say nothing about missing runs.
  found.missing = found.damaged.empty() ? *lost : 0;
  // A damaged run with the id of an intact one has lost its own id. It counts as missing.
  std::set<std::string> whole_ids;
  for (const StoredRun& run : found.runs) whole_ids.insert(run.id);
  found.missing +=
      std::erase_if(found.damaged, [&](const std::string& id) { return whole_ids.contains(id); });
  return found;
}

Problems RunDatabase::check_pages() {
  auto check = database_.prepare("PRAGMA integrity_check(1)");
  if (!check) return check.problems();
  const auto row = check->next();
  if (!row) return row.problems();
  if (!*row || check->text(0) == "ok") return {};
  return {{database_.path(), "is damaged: " + check->text(0),
           fmt::format("{}; `sqlite3 FILE .recover` may save that", move_it_away)}};
}

Problems RunDatabase::forget_damaged() {
  if (Problems problems = database_.run("BEGIN IMMEDIATE"); !problems.empty()) return problems;
  auto rows = read_rows(true);
  if (!rows) return undone(database_, rows.problems());
  if (const auto lost = missing(*rows); !lost) return undone(database_, lost.problems());
  std::string sql = "UPDATE totals SET runs = 0, high = 0, low = 0;";
  for (const Row& row : *rows)
    if (row.is_damaged(true)) sql += fmt::format("DELETE FROM runs WHERE rowid = {};", row.rowid);
  Problems problems = database_.run(sql +
                                    "DELETE FROM parameters WHERE run NOT IN (SELECT id FROM runs);"
                                    "DELETE FROM figures WHERE run NOT IN (SELECT id FROM runs);");
  for (const Row& row : *rows)
    if (problems.empty() && !row.is_damaged(true)) problems = count(1, row.stored.columns);
  if (problems.empty()) problems = database_.run("COMMIT");
  return problems.empty() ? problems : undone(database_, problems);
}

}  // namespace ebb::inline store
