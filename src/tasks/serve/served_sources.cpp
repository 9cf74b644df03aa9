#include "tasks/serve/served_sources.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "base/digest.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_source.hpp"
#include "results/cell_json.hpp"
#include "store/store.hpp"

namespace ebb::inline tasks {
namespace {

namespace fs = std::filesystem;

constexpr int most_levels = 3;
constexpr std::size_t most_sources = 1'000,
                      most_entries = 10'000;  // a page over a whole disk would stand still

bool is_database(const fs::path& path) { return path.extension() == ".db"; }

std::optional<ServedSource::Kind> source_kind(const fs::path& path) {
  std::error_code error;
  if (is_database(path) && fs::is_regular_file(path, error)) return ServedSource::Kind::store;
  if (!fs::is_directory(path, error)) return std::nullopt;
  if (fs::exists(path / "summary.json", error) && fs::exists(path / "config.toml", error))
    return ServedSource::Kind::run_folder;
  if (fs::exists(path / "claims", error) || fs::exists(path / "ebb-store", error))
    return ServedSource::Kind::store;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    if (is_database(entry->path())) return ServedSource::Kind::store;
  return std::nullopt;
}

class Search {
 public:
  void look(const fs::path& path, int levels) {
    if (found.sources.size() >= most_sources || entries_ >= most_entries) return;
    if (const auto kind = source_kind(path)) {
      found.sources.push_back({path.lexically_normal().string(), *kind});
      return;
    }
    if (levels == 0) return;
    std::error_code error;
    std::vector<fs::path> below;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
      if (++entries_ < most_entries && entry->is_directory(error) && !entry->is_symlink(error))
        below.push_back(entry->path());
    std::sort(below.begin(), below.end());
    for (const fs::path& folder : below) look(folder, levels - 1);
  }

  FoundSources found;

 private:
  std::size_t entries_ = 0;
};

std::string id_of_folder(const std::string& path) {
  std::error_code error;
  return fmt::format("{:016x}", Digest().add(fs::absolute(path, error).string()).value());
}

/// The run of a folder of `ebb run -o`, as a store would have it.
Result<StoredRun> run_of_folder(const std::string& path) {
  const auto source = read_run_folder(path);
  if (!source) return source.problems();
  const PageJson& summary = source->summary;
  StoredRun run;
  run.id = id_of_folder(path), run.file = path, run.config = source->config, run.version = source->version;
  run.digest = text_at(summary, "digest"), run.verdict = text_at(summary, "verdict");
  run.why = text_at(summary, "why"), run.seed = whole_at(summary, "seed");
  if (const PageJson& figures = member(summary, "figures"); figures.is_object())
    for (const auto& [name, value] : figures.items()) run.figures.push_back({name, json_cell(value)});
  return run;
}

void add_file(Digest& digest, const fs::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return;
  digest.add(path.string()).add(static_cast<std::uint64_t>(found.st_size));
  digest.add(static_cast<std::uint64_t>(found.st_mtim.tv_sec))
      .add(static_cast<std::uint64_t>(found.st_mtim.tv_nsec));
}

}  // namespace

FoundSources find_sources(const std::vector<std::string>& paths) {
  Search search;
  for (const std::string& path : paths) {
    const std::size_t before = search.found.sources.size();
    std::error_code error;
    search.look(path, most_levels);
    if (search.found.sources.size() > before) continue;
    search.found.problems.push_back(
        {path, fs::exists(path, error) ? "holds no results" : "is not there",
         "name a store of `ebb sweep` or `ebb run --store`, a folder of `ebb run -o`, or a folder of these"});
  }
  if (search.found.sources.size() >= most_sources)
    search.found.problems.push_back(
        {"", fmt::format("only the first {} stores and folders are shown", most_sources),
         "name a smaller folder"});
  return std::move(search.found);
}

std::string store_among(const std::vector<std::string>& paths) {
  constexpr const char* name = "started.results";
  std::error_code error;
  for (const std::string& path : paths)
    if (fs::is_directory(path, error) && source_kind(path) == ServedSource::Kind::store) return path;
  for (const std::string& path : paths)
    if (fs::is_directory(path, error) && !source_kind(path))
      return (fs::path(path) / name).lexically_normal().string();
  return name;
}

std::uint64_t state_of(const ServedSource& source) {
  Digest digest;
  if (source.kind == ServedSource::Kind::run_folder) {
    add_file(digest, fs::path(source.path) / "summary.json");
    return digest.value();
  }
  add_file(digest, source.path);
  std::vector<fs::path> databases;
  std::error_code error;
  for (fs::directory_iterator entry(source.path, error), end; !error && entry != end; entry.increment(error))
    if (is_database(entry->path())) databases.push_back(entry->path());
  std::sort(databases.begin(), databases.end());
  for (const fs::path& database : databases) add_file(digest, database);
  return digest.value();
}

Result<std::vector<StoredRun>> read_source(const ServedSource& source, Problems& damage) {
  if (source.kind == ServedSource::Kind::store) {
    Damage found;
    auto runs = read_stores({source.path}, found);
    damage = found.problems;
    return runs;
  }
  auto run = run_of_folder(source.path);
  if (!run) return run.problems();
  return std::vector<StoredRun>{std::move(*run)};
}

Result<std::optional<StoredRun>> read_run_of(const ServedSource& source, const std::string& id) {
  if (source.kind == ServedSource::Kind::store) return read_stored_run(source.path, id);
  auto run = run_of_folder(source.path);
  if (!run) return run.problems();
  return run->id == id ? std::optional(std::move(*run)) : std::nullopt;
}

}  // namespace ebb::inline tasks
