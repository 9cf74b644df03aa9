#include "tasks/serve/served_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/digest.hpp"
#include "base/problem.hpp"
#include "results/named_figure.hpp"
#include "store/stored_run.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {
namespace {

using Clock = std::chrono::steady_clock;

/// Files are looked at so often. Reading takes at most a tenth of the time.
constexpr std::chrono::milliseconds pause{1'000};
constexpr int rest_per_reading = 10;

std::uint64_t state_of_all(const FoundSources& found) {
  Digest digest;
  for (const ServedSource& source : found.sources) digest.add(source.path).add(state_of(source));
  digest.add(to_text(found.problems));
  return digest.value();
}

/// Varied are settings with different values, and those that only some runs have.
void name_settings(Snapshot& snapshot) {
  const std::vector<ServedRun>& runs = snapshot.each;
  struct Seen {
    WordId value = 0;
    std::size_t runs = 0;
    bool differs = false;
  };
  std::unordered_map<WordId, Seen> all;
  for (const ServedRun& run : runs)
    for (const auto& [name, value] : run.settings) {
      Seen& seen = all.try_emplace(name, Seen{.value = value}).first->second;
      ++seen.runs, seen.differs = seen.differs || seen.value != value;
    }
  for (const auto& [name, seen] : all) {
    snapshot.settings.push_back(snapshot.words.text(name));
    if (seen.differs || seen.runs < runs.size()) snapshot.varied.push_back(snapshot.settings.back());
  }
  std::sort(snapshot.settings.begin(), snapshot.settings.end());
  std::sort(snapshot.varied.begin(), snapshot.varied.end());
}

std::vector<std::string> figure_names(const std::vector<ServedRun>& runs, const Words& words) {
  std::unordered_set<WordId> seen;
  std::vector<std::string> names;
  for (const ServedRun& run : runs)
    for (const auto& [name, value] : run.figures)
      if (seen.insert(name).second && !is_own_interval(words.text(name))) names.push_back(words.text(name));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Snapshot read_snapshot(const FoundSources& found) {
  Snapshot snapshot;
  snapshot.sources = found.sources;
  Problems problems = found.problems;
  std::set<std::string> known;
  for (std::size_t i = 0; i < found.sources.size(); ++i) {
    Problems damage;
    auto runs = read_source(found.sources[i], damage);
    const Problems& more = runs ? damage : runs.problems();
    problems.insert(problems.end(), more.begin(), more.end());
    if (!runs) continue;
    std::erase_if(*runs, [&](const StoredRun& run) { return !known.insert(run.id).second; });
    for (StoredRun& run : *runs)  // no list shows it, and it is most of a run
      std::erase_if(run.figures, [](const NamedFigure& f) { return f.name == series_figure; });
    for (const SeedGroup& group : groups_by_seed(*runs)) {
      std::vector<std::string> members;
      for (const StoredRun& run : group) {
        members.push_back(run.id);
        snapshot.each.push_back(served_run(run, {run.id}, snapshot.words));
        snapshot.each.back().source = i;
      }
      snapshot.together.push_back(served_run(mean_run(group), members, snapshot.words));
      snapshot.together.back().source = i;
    }
  }
  snapshot.problems = to_text(problems);
  name_settings(snapshot);
  snapshot.figures = figure_names(snapshot.together, snapshot.words);
  return snapshot;
}

namespace {

/// Files may change in any way while they are read, and memory may run out.
std::shared_ptr<Snapshot> snapshot_or_why_not(const FoundSources& found) {
  try {
    return std::make_shared<Snapshot>(read_snapshot(found));
  } catch (const std::exception& e) {
    auto empty = std::make_shared<Snapshot>();
    empty->problems = fmt::format("the results could not be read: {}", e.what());
    return empty;
  }
}

}  // namespace

ServedRuns::ServedRuns(std::vector<std::string> paths, std::string store)
    : paths_(std::move(paths)), store_(std::move(store)), reader_([this] { read_on(); }) {}

FoundSources ServedRuns::sources() const {
  FoundSources found = find_sources(paths_);
  const auto is_store = [&](const ServedSource& source) { return source.path == store_; };
  std::error_code error;
  if (!store_.empty() && std::none_of(found.sources.begin(), found.sources.end(), is_store) &&
      std::filesystem::exists(store_, error))
    found.sources.push_back({store_, ServedSource::Kind::store});
  return found;
}

ServedRuns::~ServedRuns() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  reader_.join();
}

std::shared_ptr<const Snapshot> ServedRuns::now() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

std::shared_ptr<const Snapshot> ServedRuns::after(std::uint64_t revision) const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return over_ || latest_->revision > revision; });
  return latest_;
}

void ServedRuns::read_on() {
  std::optional<std::uint64_t> state;
  for (std::uint64_t revision = 0;;) {
    const auto begin = Clock::now();
    const FoundSources found = sources();
    if (const std::uint64_t current = state_of_all(found); current != state) {
      auto snapshot = snapshot_or_why_not(found);
      snapshot->revision = ++revision, state = current;
      const std::lock_guard lock(mutex_);
      latest_ = std::move(snapshot);
    }
    changed_.notify_all();
    const auto rest = std::max<Clock::duration>(pause, rest_per_reading * (Clock::now() - begin));
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, rest, [&] { return over_; })) return;
  }
}

}  // namespace ebb::inline tasks
