#include "store/run_database.hpp"

#include <fmt/format.h>

#include <map>

namespace ebb::inline store {
namespace {

/// "ebb1" in ASCII: tells our files from other programs' databases.
constexpr std::int64_t application = 0x65626231;
constexpr std::int64_t format_version = 1;

std::string column_list(std::string_view pattern) {
  std::vector<std::string> names;
  for (const StoredColumn& c : stored_columns) names.push_back(fmt::format(fmt::runtime(pattern), c.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string schema() {
  std::string sql = fmt::format("CREATE TABLE runs ({}, PRIMARY KEY (id));", column_list("{}"));
  for (const char* list : {"parameters", "figures"})
    sql += fmt::format(
        "CREATE TABLE {} (run TEXT, position INTEGER, name TEXT, value, PRIMARY KEY (run, position));"
        "CREATE INDEX {}_by_name ON {} (name);",
        list, list, list);
  return sql +
         fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, format_version);
}

Result<std::int64_t> number(Database& database, const std::string& sql) {
  auto statement = database.prepare(sql);
  if (!statement) return statement.problems();
  auto row = statement->next();
  if (!row) return row.problems();
  const Cell cell = statement->column(0);
  const auto* value = std::get_if<std::int64_t>(&cell.value());
  return value ? *value : 0;
}

/// Undoes what was begun and gives the problems on.
Problems undone(Database& database, Problems problems) {
  (void)database.run("ROLLBACK");  // SQLite may have done so itself
  return problems;
}

}  // namespace

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
  if (*tables == 0 && access == Access::read) return {};  // begun, and stopped before anything was stored
  if (*tables == 0) {
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
  return {};
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

Problems RunDatabase::put(const StoredRun& run) {
  if (Problems problems = database_.run("BEGIN IMMEDIATE"); !problems.empty()) return problems;
  {
    auto insert = database_.prepare(
        fmt::format("INSERT OR REPLACE INTO runs ({}) VALUES ({})", column_list("{}"), column_list("?")));
    if (!insert) return undone(database_, insert.problems());
    int n = 0;
    for (const StoredColumn& c : stored_columns) insert->bind(++n, value_of(run, c));
    if (auto done = insert->next(); !done) return undone(database_, done.problems());
  }
  for (const auto& [table, list] : {std::pair{"parameters", &run.parameters}, {"figures", &run.figures}})
    if (Problems problems = put_list(table, run, *list); !problems.empty())
      return undone(database_, problems);
  Problems problems = database_.run("COMMIT");
  return problems.empty() ? problems : undone(database_, problems);
}

Problems RunDatabase::read_list(const std::string& table, std::vector<NamedFigure> StoredRun::*list,
                                std::vector<StoredRun>& runs) {
  std::map<std::string, StoredRun*> by_id;
  for (StoredRun& run : runs) by_id[run.id] = &run;
  auto select =
      database_.prepare(fmt::format("SELECT run, name, value FROM {} ORDER BY run, position", table));
  if (!select) return select.problems();
  for (;;) {
    auto row = select->next();
    if (!row) return row.problems();
    if (!*row) return {};
    const auto found = by_id.find(select->text(0));
    if (found != by_id.end()) (found->second->*list).push_back({select->text(1), select->column(2)});
  }
}

Result<std::vector<StoredRun>> RunDatabase::read(bool whole) {
  std::vector<StoredRun> runs;
  const auto tables = number(database_, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.problems();
  if (*tables == 0) return runs;
  if (Problems problems = database_.run("BEGIN"); !problems.empty())
    return problems;  // one moment for all tables
  {
    auto select = database_.prepare(fmt::format("SELECT {} FROM runs ORDER BY rowid", column_list("{}")));
    if (!select) return undone(database_, select.problems());
    for (;;) {
      auto row = select->next();
      if (!row) return undone(database_, row.problems());
      if (!*row) break;
      StoredRun& run = runs.emplace_back();
      int n = 0;
      for (const StoredColumn& c : stored_columns) set_value(run, c, select->column(n++));
    }
  }
  Problems problems;
  if (whole) problems = read_list("parameters", &StoredRun::parameters, runs);
  if (whole && problems.empty()) problems = read_list("figures", &StoredRun::figures, runs);
  if (!problems.empty()) return undone(database_, problems);
  if (problems = database_.run("COMMIT"); !problems.empty()) return problems;
  return runs;
}

}  // namespace ebb::inline store
