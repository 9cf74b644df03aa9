#include "store/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/whole_file.hpp"
#include "store/file_locks.hpp"

namespace ebb::inline store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view folder_ending = ".results", database_ending = ".db";

/// Sorted by name, so that the result does not depend on the file system.
std::vector<std::string> entries_with(const std::string& folder, std::string_view ending) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().ends_with(ending))
      found.push_back(entry.path().lexically_normal().string());
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::vector<std::string>> databases_of(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return Problem{path, "there is no such store", "`ebb sweep` and `ebb run --store` make one"};
  if (error) return Problem{path, fmt::format("cannot be read: {}", error.message()), "check the path"};
  if (!fs::is_directory(status)) return std::vector<std::string>{path};
  if (fs::directory_iterator(path, error); error)
    return Problem{path, fmt::format("cannot be read: {}", error.message()), "check its permissions"};
  auto found = entries_with(path, database_ending);
  if (found.empty() && !fs::exists(fs::path(path) / "claims", error))
    return Problem{path, "holds no results", "name a folder that `ebb sweep` or `ebb run --store` made"};
  return found;
}

}  // namespace

std::string default_store(const std::string& file) {
  const std::string stem = file == "-" ? "standard-input" : fs::path(file).stem().string();
  return stem + std::string(folder_ending);
}

std::vector<std::string> stores_here() { return entries_with(".", folder_ending); }

namespace {

/// Merges the runs of several databases.
class Merged {
 public:
  void add(ReadRuns&& read, const std::string& database) {
    for (StoredRun& run : read.runs) add(std::move(run));
    for (const std::string& id : read.damaged) damaged_.push_back({id, database});
    if (read.missing > 0)
      problems_.push_back(
          {database, fmt::format("lacks {} of the runs that were stored", read.missing),
           "the file is damaged: `ebb results check --forget` corrects the count; the same sweep "
           "runs again what is not there"});
  }
  std::vector<StoredRun> runs() { return std::move(all_); }
  Damage damage() const {
    Damage damage{problems_, {}};
    for (const auto& [id, database] : damaged_) {
      if (places_.contains(id)) continue;  // another database has it intact
      damage.ids.push_back(id);
      damage.problems.push_back({database, fmt::format("run {} is damaged: its checksum is wrong", id),
                                 "it is left out; the same sweep runs it again"});
    }
    return damage;
  }

 private:
  void add(StoredRun run) {
    const auto [place, is_new] = places_.try_emplace(run.id, all_.size());
    if (is_new) return all_.push_back(std::move(run));
    StoredRun& known = all_[place->second];
    if (run.finished() && !known.finished()) std::swap(known, run);
    add_missing(known.parameters, run.parameters);
  }

  std::vector<StoredRun> all_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::pair<std::string, std::string>> damaged_;  ///< id, database
  Problems problems_;
};

Result<std::vector<std::string>> all_databases(const std::vector<std::string>& paths) {
  Problems problems;
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    const auto found = databases_of(path);
    if (found)
      all.insert(all.end(), found->begin(), found->end());
    else
      problems.insert(problems.end(), found.problems().begin(), found.problems().end());
  }
  if (!problems.empty()) return problems;
  return all;
}

}  // namespace

Result<std::vector<StoredRun>> read_stores(const std::vector<std::string>& paths, Damage& damage,
                                           bool whole) {
  const auto databases = all_databases(paths);
  if (!databases) return databases.problems();
  Problems problems;
  Merged all;
  for (const std::string& file : *databases) {
    auto database = RunDatabase::open(file, Access::read);
    auto runs = database ? database->read(whole) : Result<ReadRuns>(database.problems());
    if (runs)
      all.add(std::move(*runs), file);
    else
      problems.insert(problems.end(), runs.problems().begin(), runs.problems().end());
  }
  if (!problems.empty()) return problems;
  damage = all.damage();
  return all.runs();
}

Result<std::optional<StoredRun>> read_stored_run(const std::string& path, const std::string& id) {
  const auto databases = all_databases({path});
  if (!databases) return databases.problems();
  Merged all;
  for (const std::string& file : *databases) {
    auto database = RunDatabase::open(file, Access::read);
    auto run = database ? database->find(id) : Result<std::optional<StoredRun>>(database.problems());
    if (!run) return run.problems();
    if (*run) all.add({.runs = {std::move(**run)}, .damaged = {}}, file);
  }
  std::vector<StoredRun> runs = all.runs();
  return runs.empty() ? std::nullopt : std::optional(std::move(runs.front()));
}

Result<std::vector<DatabaseHealth>> check_stores(const std::vector<std::string>& paths, bool forget) {
  const auto databases = all_databases(paths);
  if (!databases) return databases.problems();
  std::vector<DatabaseHealth> all;
  for (const std::string& file : *databases) {
    DatabaseHealth& health = all.emplace_back();
    health.path = file;
    auto database = RunDatabase::open(file, forget ? Access::write : Access::read);
    std::error_code error;
    if (database && fs::file_size(file, error) == 0)
      health.unreadable = {{file, "is empty: it was cut off, or a sweep ended before its first run",
                            "remove it; the same sweep then runs again what it held"}};
    else if (database)
      health.unreadable = database->check_pages();
    auto runs = database ? database->read(true) : Result<ReadRuns>(database.problems());
    if (!runs) {
      health.unreadable = runs.problems();
      continue;
    }
    health.runs = static_cast<std::int64_t>(runs->runs.size()), health.unchecked = runs->unchecked;
    health.damaged = runs->damaged, health.missing = runs->missing;
    if (forget && (!health.damaged.empty() || health.missing > 0))
      if (Problems problems = database->forget_damaged(); !problems.empty()) return problems;
  }
  return all;
}

std::vector<std::string> left_drafts(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths)
    for (const std::string& file : entries_with(path, ".part"))
      if (fs::path(file).filename().string().starts_with('.')) found.push_back(file);
  return found;
}

namespace {

constexpr std::string_view mark = "ebb-store", mark_begins = "This folder is a store of ebb's";

/// Checks the contents: any file may have this name.
bool is_our_mark(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return false;
  std::string text(mark_begins.size(), ' ');
  std::ifstream(path).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text == mark_begins;
}

/// Stores older than the mark file are recognised by a database of ours.
bool has_our_database(const std::string& folder) {
  const auto databases = entries_with(folder, database_ending);
  return std::any_of(databases.begin(), databases.end(),
                     [](const std::string& file) { return RunDatabase::open(file, Access::read).ok(); });
}

/// Creates the folder, or checks that ebb created it.
Problems make_ours(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return {{folder, "cannot be made: " + error.message(), "name another one with --store"}};
  const std::string path = fmt::format("{}/{}", folder, mark);
  if (is_our_mark(path)) return {};
  // Another process may be creating the mark at this moment. Its temporary file does not count as content.
  bool is_empty = true;
  for (const auto& entry : fs::directory_iterator(folder, error))
    is_empty = is_empty && entry.path().filename().string().starts_with(fmt::format(".{}.", mark));
  if (error) return {{folder, "cannot be read: " + error.message(), "check its permissions"}};
  // It may have created the mark and more since we checked.
  if (!is_empty && is_our_mark(path)) return {};
  if (!is_empty && !has_our_database(folder))
    return {{folder, "is no store: ebb did not make this folder, and there is something in it",
             "name a new folder with --store; nothing was touched"}};
  if (fs::exists(fs::symlink_status(path, error))) return {};  // a user's file, beside a database of ours
  WholeFile file(path);
  file.write(fmt::format("{}: `ebb results list --store` shows what is in it (docs/howto/sweep.md).\n",
                         mark_begins));
  if (const std::string& wrong = file.finish(); !wrong.empty())
    return {{folder, "cannot be written: " + wrong, "make room, or use another --store"}};
  return {};
}

}  // namespace

Result<Store> Store::open(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    return Problem{folder, "is a file, but a store is a folder", "name another one with --store"};
  if (Problems problems = make_ours(folder); !problems.empty()) return problems;
  if (const std::string wrong = wrong_with_locks(folder); !wrong.empty())
    return Problem{
        folder, fmt::format("is on a file system whose locks do not work: {}", wrong),
        "others could read what is half written; use a --store on another disk, for example a local one"};
  auto claims = Claims::open(folder + "/claims");
  if (!claims) return claims.problems();
  Store store;
  store.folder_ = folder;
  store.claims_ = std::make_unique<Claims>(std::move(*claims));
  for (int n = 0;; ++n) {  // the first database of this machine that no other process writes to
    const std::string name = fmt::format("runs-{}-{}", machine_name(), n);
    const auto ours = store.claims_->borrow(name);
    if (!ours) return ours.problems();
    if (*ours == Claim::held) continue;
    auto database = RunDatabase::open(fmt::format("{}/{}{}", folder, name, database_ending), Access::write);
    if (!database) return database.problems();
    store.database_ = std::make_unique<RunDatabase>(std::move(*database));
    return store;
  }
}

}  // namespace ebb::inline store
