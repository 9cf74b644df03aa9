// The requests of an MPI program that the recorder has to know again when they end.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "record/thread_log.hpp"

namespace ebb::inline record {

/// A receive or a collective call that is under way. Its communicator may be freed meanwhile.
struct PendingRequest {
  std::uint32_t number;
  const KnownComm* comm;
  bool collective = false;
};

/// A request that is made once and started often. `to` is Recorder::no_receiver for a receive.
struct PreparedRequest {
  const KnownComm* comm;
  int to, tag;
  std::int64_t bytes;
};

/// Threads: any thread may call any function at any time; one lock guards the tables.
///
/// A request's handle is free for another thread as soon as MPI has ended it, so what a handle stands for
/// must be found before MPI is told to wait for it, and removed by its number afterwards. Where no two
/// threads are inside MPI at the same time, both can be done at once (`take`).
class RequestTable {
 public:
  void add(MPI_Request request, const PendingRequest& pending) {
    const std::lock_guard guard(lock_);
    pending_[request] = pending;
  }
  std::optional<PendingRequest> find(MPI_Request request) {
    const std::lock_guard guard(lock_);
    return find_in(pending_, request);
  }
  /// Removes the request unless its handle stands for another one by now.
  void remove(MPI_Request request, std::uint32_t number) {
    const std::lock_guard guard(lock_);
    const auto found = pending_.find(request);
    if (found != pending_.end() && found->second.number == number) pending_.erase(found);
  }
  std::optional<PendingRequest> take(MPI_Request request) {
    const std::lock_guard guard(lock_);
    const auto found = pending_.find(request);
    if (found == pending_.end()) return std::nullopt;
    const PendingRequest pending = found->second;
    pending_.erase(found);
    return pending;
  }

  void prepare(MPI_Request request, const PreparedRequest& prepared) {
    const std::lock_guard guard(lock_);
    prepared_[request] = prepared;
  }
  std::optional<PreparedRequest> prepared(MPI_Request request) {
    const std::lock_guard guard(lock_);
    return find_in(prepared_, request);
  }
  /// The program lets go of a request. True when it was under way: it ends unseen.
  bool release(MPI_Request request) {
    const std::lock_guard guard(lock_);
    prepared_.erase(request);
    return pending_.erase(request) > 0;
  }

 private:
  template <class T>
  static std::optional<T> find_in(const std::unordered_map<MPI_Request, T>& table, MPI_Request request) {
    const auto found = table.find(request);
    return found == table.end() ? std::nullopt : std::optional<T>(found->second);
  }

  std::mutex lock_;
  std::unordered_map<MPI_Request, PendingRequest> pending_;
  std::unordered_map<MPI_Request, PreparedRequest> prepared_;
};

}  // namespace ebb::inline record
