// The recorder of this process while its program runs. There is one per process, because the intercepted MPI
// calls have no other place to keep state.
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

/// The calling thread's log, once it has one. The library is loaded when the program starts, so that the fast
/// model of thread-local storage works.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadLog* own_log = nullptr;

/// Records the calls of all threads, and converts those of all processes into a job at the end.
///
/// Threads: start() and finish() are for the thread that calls MPI_Init and MPI_Finalize, while no other one
/// is inside MPI. Everything else may be called by any thread at any time, at every level of MPI's thread
/// support. Each thread writes its calls into its own log without a lock. The communicators (class
/// Communicators), the requests (class RequestTable), and the list of logs and of missed calls behind `lock_`
/// are shared. No function holds two of the three locks, or one of them while it waits for MPI.
class Recorder {
 public:
  static Recorder& here();
  /// Returns the log of the calling thread.
  static ThreadLog& mine() { return own_log ? *own_log : here().new_log(); }

  /// Starts recording.
  void start();
  /// Collects the logs of all threads and processes and writes the job. All processes.
  void finish();

  /// Numbers a communicator created from `parent`, or from none that its members have in common.
  void learn(MPI_Comm comm, MPI_Comm parent) {
    if (on_ && comm != MPI_COMM_NULL) comms_.learn(comm, parent);
  }
  void forget(MPI_Comm comm) { comms_.forget(comm); }

  void sent(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type);
  void posted(MPI_Comm comm, MPI_Request request);
  void received(MPI_Comm comm, const MPI_Status& status);
  /// Looks up a request before MPI is called to wait for it. Returns nothing where completed() can look it up
  /// itself, because no other thread can reuse the request's handle in between.
  std::optional<PendingRequest> find_ahead(MPI_Request request) {
    return concurrent_ ? requests_.find(request) : std::nullopt;
  }
  /// A request has completed; those that are no receives or collective calls are ignored.
  void completed(MPI_Request request, const std::optional<PendingRequest>& ahead, const MPI_Status& status);
  /// Records a collective call. A nonblocking one has a request by which it ends; others have none.
  void collective(Call call, MPI_Comm comm, int root, int count, MPI_Datatype type,
                  const MPI_Request* begins = nullptr);
  void all_to_all_v(MPI_Comm comm, const int* counts, MPI_Datatype type, const MPI_Request* begins = nullptr);
  /// Persistent requests. `to` is no_receiver for a receive.
  static constexpr int no_receiver = -1'000;
  void prepared(MPI_Request request, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type);
  void started(MPI_Request request);
  /// The program frees a request.
  void released(MPI_Request request);
  /// Counts a call whose messages are not recorded, by its name.
  void missed(const std::string& name);
  /// Returns true, and counts the call as missed, for a collective call on an inter-communicator.
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
  /// For the exchange at the end: a program may still have receives posted on its own communicators.
  MPI_Comm own_ = MPI_COMM_NULL;

  Communicators comms_;
  RequestTable requests_;
  std::atomic<std::uint32_t> numbers_{0};  ///< of calls, in the order in which the threads make them

  std::mutex lock_;
  // Guarded by lock_:
  std::vector<std::unique_ptr<ThreadLog>> logs_;  ///< that of the thread which called MPI_Init comes first
  std::map<std::string, long> missed_;            ///< calls that are not in the logs, by name
};

/// Marks the time inside MPI: the time between two calls is computing.
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
