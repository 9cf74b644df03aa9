// The recorder of this process while its program runs. One of it exists in each process, because the calls of
// MPI know of no other place.
#pragma once

#include <mpi.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "record/mpi_communicators.hpp"
#include "record/mpi_requests.hpp"
#include "record/thread_log.hpp"

namespace ebb::inline record {

/// The calling thread's log, once it has one. The library is there when the program starts, so that the fast
/// model of thread-local storage works.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadLog* own_log = nullptr;

/// Writes down the calls of all threads, and makes a job of those of all processes at the end.
///
/// Threads: start() and finish() are for the thread that calls MPI_Init and MPI_Finalize, while no other one
/// is inside MPI. Everything else may be called by any thread at any time, at every level of MPI's support of
/// threads. Each thread writes its calls into a log of its own without a lock. Shared are the communicators
/// (class Communicators), the requests (class RequestTable), and the list of logs and of missed calls behind
/// `lock_`; no function holds two of the three locks, or one of them while it waits for MPI.
class Recorder {
 public:
  static Recorder& here();
  /// The log of the calling thread.
  static ThreadLog& mine() { return own_log ? *own_log : here().new_log(); }

  /// From now on calls are written down.
  void start();
  /// Puts the logs of all threads and processes together and writes the job. All processes.
  void finish();

  /// Numbers a communicator that was made of `parent`, or of none that its members have in common.
  void learn(MPI_Comm comm, MPI_Comm parent) {
    if (on_ && comm != MPI_COMM_NULL) comms_.learn(comm, parent);
  }
  void forget(MPI_Comm comm) { comms_.forget(comm); }

  void sent(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type);
  void posted(MPI_Comm comm, MPI_Request request);
  void received(MPI_Comm comm, const MPI_Status& status);
  /// What a request stands for, to be asked before MPI is told to wait for it. Nothing where completed()
  /// finds it out by itself, because no other thread can use the request's handle again in between.
  std::optional<PendingRequest> find_ahead(MPI_Request request) {
    return concurrent_ ? requests_.find(request) : std::nullopt;
  }
  /// A request has ended; those that are no receives or collective calls are ignored.
  void completed(MPI_Request request, const std::optional<PendingRequest>& ahead, const MPI_Status& status);
  /// A collective call. One that does not wait has a request by which it ends; others have none.
  void collective(Call call, MPI_Comm comm, int root, int count, MPI_Datatype type,
                  const MPI_Request* begins = nullptr);
  void all_to_all_v(MPI_Comm comm, const int* counts, MPI_Datatype type, const MPI_Request* begins = nullptr);
  /// Requests that are made once and started often. `to` is no_receiver for a receive.
  static constexpr int no_receiver = -1'000;
  void prepared(MPI_Request request, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type);
  void started(MPI_Request request);
  /// The program lets go of a request.
  void released(MPI_Request request);
  /// A call whose messages are not written down, by its name.
  void missed(const std::string& name);
  /// True, and missed, for a collective call between two groups (an inter-communicator).
  bool misses_collective(MPI_Comm comm, const char* name);

 private:
  ThreadLog& new_log();
  std::uint32_t next_number() { return numbers_.fetch_add(1, std::memory_order_relaxed); }
  void add_send(ThreadLog& log, const KnownComm& comm, int to, int tag, std::int64_t bytes);
  void add_post(ThreadLog& log, const KnownComm& comm, MPI_Request request);
  void add_complete(ThreadLog& log, const KnownComm& comm, std::uint32_t request, const MPI_Status& status);
  void note_begin(const RecordedCall& call, const MPI_Request* begins, const KnownComm& comm);

  // Set by start(), before there can be other threads inside MPI:
  bool on_ = false;
  bool concurrent_ = false;  ///< several threads may be inside MPI at the same time
  /// For what processes tell each other at the end: a program may still be listening to anybody then.
  MPI_Comm own_ = MPI_COMM_NULL;

  Communicators comms_;
  RequestTable requests_;
  std::atomic<std::uint32_t> numbers_{0};  ///< of calls, in the order in which the threads make them

  std::mutex lock_;
  // Guarded by lock_:
  std::vector<std::unique_ptr<ThreadLog>> logs_;  ///< that of the thread which called MPI_Init comes first
  std::map<std::string, long> missed_;            ///< calls that are not in the logs, by name
};

/// From the program into MPI and back: what lies between two calls is computing.
class InMpi {
 public:
  InMpi() : log_(Recorder::mine()) { log_.enter(); }
  ~InMpi() { log_.leave(); }
  InMpi(const InMpi&) = delete;
  InMpi& operator=(const InMpi&) = delete;

 private:
  ThreadLog& log_;
};

}  // namespace ebb::inline record
