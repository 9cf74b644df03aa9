// The requests of an MPI program that the recorder must recognise when they complete.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "record/thread_log.hpp"

namespace ebb::inline record {

/// A receive or a collective call in progress. Its communicator may be freed meanwhile.
struct PendingRequest {
  std::uint32_t number;
  const KnownComm* comm;
  bool collective = false;
};

/// A persistent request. `to` is Recorder::no_receiver for a receive.
struct PreparedRequest {
  const KnownComm* comm;
  int to, tag;
  std::int64_t bytes;
};

/// Threads: any thread may call any function at any time; one lock guards the tables.
///
/// MPI may reuse a request's handle for another thread as soon as the request has completed. So a handle must
/// be looked up before MPI is called to wait for it, and removed by its number afterwards. Where no two
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
  /// Removes the request unless its handle has been reused.
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
  /// The program frees a request. Returns true when it was in progress: its completion is not seen.
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
