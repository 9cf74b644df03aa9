// SQLite behind two small classes that give problems instead of error codes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "report/document/table.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace ebb::inline store {

/// What to do with a file that cannot be believed.
constexpr const char* move_it_away = "move it out of the folder: the same sweep then runs again what it held";

enum class Access : std::uint8_t { read, write };

/// One SQL statement; its values are bound and read as cells.
class Statement {
 public:
  /// Numbered from 1, as SQL does.
  Statement& bind(int number, const Cell& value);
  /// True: there is a row. False: done.
  Result<bool> next();
  /// Numbered from 0, as SQLite does.
  Cell column(int number) const;
  std::string text(int number) const;
  /// For the next values.
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
  /// For writing it is created when it is not there. For reading, what a killed writer left half done is
  /// undone first.
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
