#include "store/database.hpp"

#include <fmt/core.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace ebb::inline store {
namespace {

/// How long to wait while another program has the file locked.
constexpr int patience_ms = 5'000;

Problem disk_full(const std::string& path) {
  return {path, "could not be written: the disk is full (or a limit on file sizes is reached)",
          "make room and give the same command again; what was stored before is safe"};
}

/// Translates an SQLite error into a message for the user. `code` is an extended result code.
Problem problem_of(const std::string& path, sqlite3* database, int code) {
  const int system = database ? sqlite3_system_errno(database) : 0;
  // Beyond a limit on file sizes the write itself fails, and SQLite often no longer has the reason.
  if (code == SQLITE_IOERR_WRITE || ((code & 0xff) == SQLITE_IOERR && system == ENOSPC))
    return disk_full(path);
  switch (code & 0xff) {
    case SQLITE_FULL:
      return disk_full(path);
    case SQLITE_NOTADB:
      return {
          path, "is no database",
          fmt::format("results are in the folders that `ebb sweep` and `ebb run --store` make; if it is in "
                      "one, {}",
                      move_it_away)};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {path, fmt::format("has been locked by another program for {} s", patience_ms / 1000),
              "close what has it open (another sqlite3?) and try again"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {path, "may not be written",
              "check the permissions of the file and its folder, or use another --store"};
    case SQLITE_CANTOPEN:
      return {path,
              fmt::format("cannot be opened{}{}", system ? ": " : "", system ? std::strerror(system) : ""),
              "check the path and its permissions"};
    case SQLITE_CORRUPT:
      return {path, "is damaged", fmt::format("{}; `sqlite3 FILE .recover` may save that", move_it_away)};
    case SQLITE_ERROR:
      return {path, fmt::format("is not as ebb makes it: {}", sqlite3_errmsg(database)), move_it_away};
    default:
      return {
          path,
          fmt::format("cannot be used: {}{}{}", database ? sqlite3_errmsg(database) : sqlite3_errstr(code),
                      system ? ", " : "", system ? std::strerror(system) : ""),
          "check the disk it is on"};
  }
}

/// Reads from the file: opening alone does not access it.
int touch(sqlite3* database) {
  sqlite3_exec(database, "PRAGMA schema_version", nullptr, nullptr, nullptr);
  return sqlite3_extended_errcode(database);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
void Database::Close::operator()(sqlite3* d) const { sqlite3_close_v2(d); }

Result<Database> Database::open(const std::string& path, Access access) {
  // Opening a pipe would block, and the target of a symbolic link may belong to another user.
  struct stat found {};
  if (lstat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) &&
      (access == Access::write || stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)))
    return Problem{path, "is no regular file",
                   "results are in the folders that `ebb sweep` and `ebb run --store` make"};
  // Open read-only first: a reader must never roll back a transaction of a live writer on another machine.
  // When a journal outlives the time of any commit, its writer is dead.
  constexpr int tries = 5;
  for (int i = 0;; ++i) {
    const bool last = i + 1 == tries;
    const int flags = access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                      : last                  ? SQLITE_OPEN_READWRITE
                                              : SQLITE_OPEN_READONLY;
    sqlite3* handle = nullptr;
    int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    Database database;
    database.database_.reset(handle);
    database.path_ = path;
    if (handle) {
      sqlite3_extended_result_codes(handle, 1);
      sqlite3_busy_timeout(handle, patience_ms);
    }
    if (code == SQLITE_OK) code = touch(handle);
    if (code == SQLITE_OK) return database;
    if (code != SQLITE_READONLY_ROLLBACK || last) return problem_of(path, handle, code);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

Problems Database::run(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return {problem_of(path_, database_.get(), sqlite3_extended_errcode(database_.get()))};
}

Result<Statement> Database::prepare(const std::string& sql) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &handle, nullptr);
  Statement statement;
  statement.statement_.reset(handle);
  statement.path_ = path_;
  if (code != SQLITE_OK) return problem_of(path_, database_.get(), sqlite3_extended_errcode(database_.get()));
  return statement;
}

Statement& Statement::bind(int number, const Cell& value) {
  sqlite3_stmt* s = statement_.get();
  struct Binder {
    sqlite3_stmt* s;
    int number;
    void operator()(std::monostate) const { sqlite3_bind_null(s, number); }
    void operator()(bool v) const { sqlite3_bind_int64(s, number, v); }
    void operator()(std::int64_t v) const { sqlite3_bind_int64(s, number, v); }
    void operator()(double v) const { sqlite3_bind_double(s, number, v); }
    void operator()(const std::string& v) const {
      sqlite3_bind_text(s, number, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT);
    }
  };
  std::visit(Binder{s, number}, value.value());
  return *this;
}

Result<bool> Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* database = sqlite3_db_handle(statement_.get());
  return problem_of(path_, database, sqlite3_extended_errcode(database));
}

Cell Statement::column(int number) const {
  sqlite3_stmt* s = statement_.get();
  switch (sqlite3_column_type(s, number)) {
    case SQLITE_INTEGER:
      return Cell(static_cast<std::int64_t>(sqlite3_column_int64(s, number)));
    case SQLITE_FLOAT:
      return Cell(sqlite3_column_double(s, number));
    case SQLITE_NULL:
      return {};
    default:
      return Cell(text(number));
  }
}

std::string Statement::text(int number) const {
  const unsigned char* bytes = sqlite3_column_text(statement_.get(), number);
  const int size = sqlite3_column_bytes(statement_.get(), number);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)) : "";
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

}  // namespace ebb::inline store
