#include "store/store.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace ebb::inline store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view folder_ending = ".results", database_ending = ".db";

/// In the order of their names, so that the result does not depend on the file system.
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
  return fs::path(file).stem().string() + std::string(folder_ending);
}

std::vector<std::string> stores_here() { return entries_with(".", folder_ending); }

Result<std::vector<StoredRun>> read_stores(const std::vector<std::string>& paths, bool whole) {
  Problems problems;
  std::vector<StoredRun> all;
  std::map<std::string, std::size_t> places;
  for (const std::string& path : paths) {
    const auto databases = databases_of(path);
    if (!databases) {
      problems.insert(problems.end(), databases.problems().begin(), databases.problems().end());
      continue;
    }
    for (const std::string& file : *databases) {
      auto database = RunDatabase::open(file, Access::read);
      auto runs = database ? database->read(whole) : Result<std::vector<StoredRun>>(database.problems());
      if (!runs) {
        problems.insert(problems.end(), runs.problems().begin(), runs.problems().end());
        continue;
      }
      for (StoredRun& run : *runs) {
        const auto [place, is_new] = places.try_emplace(run.id, all.size());
        if (is_new) {
          all.push_back(std::move(run));
          continue;
        }
        StoredRun& known = all[place->second];
        if (run.finished() && !known.finished()) std::swap(known, run);
        add_missing(known.parameters, run.parameters);
      }
    }
  }
  if (!problems.empty()) return problems;
  return all;
}

Result<Store> Store::open(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    return Problem{folder, "is a file, but a store is a folder", "name another one with --store"};
  auto claims = Claims::open(folder + "/claims");
  if (!claims) return claims.problems();
  Store store;
  store.folder_ = folder;
  store.claims_ = std::make_unique<Claims>(std::move(*claims));
  for (int n = 0;; ++n) {  // the first database of this machine that no other process writes to
    const std::string name = fmt::format("runs-{}-{}", machine_name(), n);
    const auto ours = store.claims_->take(name);
    if (!ours) return ours.problems();
    if (*ours == Claim::held) continue;
    auto database = RunDatabase::open(fmt::format("{}/{}{}", folder, name, database_ending), Access::write);
    if (!database) return database.problems();
    store.database_ = std::make_unique<RunDatabase>(std::move(*database));
    return store;
  }
}

}  // namespace ebb::inline store
