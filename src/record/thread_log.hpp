// What one thread of an MPI program did, recorded while the program runs.
#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "record/recorded_call.hpp"

namespace ebb::inline record {

/// A communicator as the recorder knows it. Never changes once it is in the table, and lives to the end.
struct KnownComm {
  std::uint64_t number;
  /// As world ranks. Of an inter-communicator: the remote group, which messages go to.
  std::vector<std::uint32_t> members;
  bool between_groups = false;

  bool is_one_group() const { return !between_groups && !members.empty(); }
  /// False for processes that were started later, or came from another program.
  bool has(int rank) const { return rank >= 0 && static_cast<std::size_t>(rank) < members.size(); }
};

/// The log of one thread.
///
/// Threads: only the thread that it belongs to may call its functions and access its plain members, so that a
/// recorded call takes no lock. Any thread may read the atomic members at any time. When MPI_Finalize is
/// called no other thread is inside MPI, and the one that calls it may read everything. The recorder owns the
/// log, and keeps it when its thread ends.
class ThreadLog {
 public:
  using Time = std::chrono::nanoseconds;
  static constexpr std::size_t to_the_end = SIZE_MAX;

  /// Begins at the current position of `first`, the log of the thread that called MPI_Init; null for that one
  /// itself.
  explicit ThreadLog(const ThreadLog* first)
      : fork_after(first ? first->finished.load(std::memory_order_relaxed) : 0),
        left_(first ? Time(first->left_at.load(std::memory_order_relaxed)) : clock()) {}

  /// The thread enters MPI, and leaves it. Computing time before a call that is not recorded counts for the
  /// next recorded one.
  void enter() { since_call_ += clock() - left_; }
  void leave() {
    left_ = clock();
    left_at.store(left_.count(), std::memory_order_relaxed);
    finished.store(log.calls.size(), std::memory_order_relaxed);
  }

  /// Adds a call. The reference is valid until the next one is added; only this thread adds any.
  RecordedCall& add(Call call, std::uint64_t group, std::uint32_t order) {
    RecordedCall& c = log.calls.emplace_back();
    c.computed_ns = since_call_.count(), since_call_ = {};
    c.call = call, c.group = group, c.request = order;
    recorded.store(log.calls.size(), std::memory_order_relaxed);
    return c;
  }

  ProcessLog log;

  /// The communicator of the last call, cached because programs mostly use one many times.
  MPI_Comm last_comm = MPI_COMM_NULL;
  const KnownComm* last_known = nullptr;
  std::uint32_t last_version = 0;  ///< of the recorder's table at the lookup

  const std::size_t fork_after;  ///< calls that the first thread had finished when this one made its first
  std::atomic<std::size_t> join_before{to_the_end};  ///< calls that the first thread had made when it ended
  std::atomic<std::size_t> recorded{0}, finished{0};
  std::atomic<std::int64_t> left_at{0};  ///< when the thread last came back from MPI

 private:
  static Time clock() { return std::chrono::steady_clock::now().time_since_epoch(); }

  Time left_, since_call_{};
};

}  // namespace ebb::inline record
