// The runs of a served page, read again when their files change.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tasks/serve/served_run.hpp"
#include "tasks/serve/served_sources.hpp"

namespace ebb::inline tasks {

/// What was read at one time. Immutable, and shared by the requests that use it.
struct Snapshot {
  std::uint64_t revision = 0;  ///< 0: nothing was read yet
  std::vector<ServedSource> sources;
  std::string problems;  ///< what could not be read, in sentences
  Words words;
  std::vector<std::string> settings, varied;  ///< all names; those whose values differ between runs
  std::vector<std::string> figures;           ///< all names, without those that are half of an interval
  std::vector<ServedRun> each, together;  ///< every run; one entry for runs that differ only in their seed
};

/// Reads on its own thread, so that a request never waits for a store.
class ServedRuns {
 public:
  /// `store` is read, too, as soon as it is there.
  explicit ServedRuns(std::vector<std::string> paths, std::string store = "");
  ~ServedRuns();
  ServedRuns(const ServedRuns&) = delete;
  ServedRuns& operator=(const ServedRuns&) = delete;

  /// Never null.
  std::shared_ptr<const Snapshot> now() const;
  /// Waits until something was read; for tests.
  std::shared_ptr<const Snapshot> after(std::uint64_t revision) const;

 private:
  void read_on();

  FoundSources sources() const;

  const std::vector<std::string> paths_;
  const std::string store_;
  mutable std::mutex mutex_;  ///< protects all that follows
  mutable std::condition_variable changed_;
  std::shared_ptr<const Snapshot> latest_ = std::make_shared<Snapshot>();
  bool over_ = false;
  std::thread reader_;
};

/// Reads all sources once.
Snapshot read_snapshot(const FoundSources& found);

}  // namespace ebb::inline tasks
