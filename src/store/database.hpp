// SQLite behind two small classes that return problems instead of error codes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "results/cell.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace ebb::inline store {

/// What to do with a damaged file.
constexpr const char* move_it_away = "move it out of the folder: the same sweep then runs again what it held";

enum class Access : std::uint8_t { read, write };

/// One SQL statement; its values are bound and read as cells.
class Statement {
 public:
  /// Parameters are numbered from 1, as in SQL.
  Statement& bind(int number, const Cell& value);
  /// True: a row is available. False: the statement is done.
  Result<bool> next();
  /// Columns are numbered from 0, as in SQLite.
  Cell column(int number) const;
  std::string text(int number) const;
  /// Prepares the statement for the next values.
  void reset();

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* s) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string path_;
};

class Database {
 public:
  /// Opening for writing creates a missing file. Opening for reading first rolls back what a killed writer
  /// left.
  static Result<Database> open(const std::string& path, Access access);

  Problems run(const std::string& sql);
  Result<Statement> prepare(const std::string& sql);
  const std::string& path() const { return path_; }

 private:
  struct Close {
    void operator()(sqlite3* d) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
  std::string path_;
};

}  // namespace ebb::inline store
