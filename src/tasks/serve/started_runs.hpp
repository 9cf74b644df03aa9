// Runs that a served page starts: one at a time, each in a process of its own, so that none can hold up or
// end the server. All of them end with it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "base/problem.hpp"
#include "base/process/child_process.hpp"
#include "base/result.hpp"

namespace ebb::inline tasks {

class StartedRuns {
 public:
  /// `program` is ebb; results go into `store`, which is created with the first of them.
  StartedRuns(std::string program, std::string store);
  ~StartedRuns();
  StartedRuns(const StartedRuns&) = delete;
  StartedRuns& operator=(const StartedRuns&) = delete;

  /// The text of a run file. It is read and its network built, as `ebb run --memory` does, before it waits
  /// for its turn; what is wrong with it is a text for the user. Returns its number. Blocks for a while.
  struct Refused {
    std::string text;
  };
  std::variant<int, Refused> add(const std::string& file);
  /// Ends all runs, and lets no more begin.
  void end();
  /// Ends a run as Ctrl-C does, and at the second time at once; or takes it out of the queue. False when
  /// there is none of this number that could end.
  bool stop(int number);

  struct Run {
    int number = 0;
    std::string state;  ///< "waiting", "running", "finished", "failed" or "stopped"
    std::string said;   ///< the last that it printed: its progress, or why it failed
    std::string live;   ///< the address of its live page, while it runs
  };
  /// The newest first.
  std::vector<Run> list() const;
  const std::string& store() const { return store_; }

  static constexpr std::size_t most_waiting = 16, most_kept = 50;

 private:
  struct Job {
    Run run;
    std::string file;
    std::shared_ptr<const ChildProcess> child;
    bool asked_to_end = false;
    std::stop_source stop;  ///< ends it at once
  };
  void work();
  void run_one(const std::shared_ptr<Job>& job);
  std::size_t waiting() const;

  const std::string program_, store_;
  std::stop_source over_;
  mutable std::mutex mutex_;  ///< protects all that follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;  ///< the oldest first
  int last_ = 0;
  bool checking_ = false;
  std::thread worker_;  ///< its children end with it
};

}  // namespace ebb::inline tasks
