// The log of this process while its program runs. One of it exists in each process, because the calls of MPI
// know of no other place; a lock guards it, in case the program's threads call MPI.
#pragma once

#include <mpi.h>

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

#include "record/recorded_call.hpp"

namespace ebb::inline record {

class Recorder {
 public:
  static Recorder& here();

  /// From now on calls are written down.
  void start();
  /// Puts the logs of all processes together and writes the job. All processes.
  void finish();

  /// The program leaves its computing for MPI, and comes back.
  void enter() { since_call_ = clock() - left_; }
  void leave() { left_ = clock(); }

  /// Numbers a communicator. All members must have it come at the same place of their programs.
  void learn(MPI_Comm comm);
  void forget(MPI_Comm comm);

  void sent(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type);
  void posted(MPI_Comm comm, MPI_Request request);
  /// A request has ended; those that are no receives are ignored.
  void completed(MPI_Request request, const MPI_Status& status);
  void received(MPI_Comm comm, const MPI_Status& status);
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
  bool misses_collective(MPI_Comm comm, const char* name) {
    return (comm != last_comm_ || !last_known_->is_one_group()) && misses_unusual(comm, name);
  }

 private:
  struct Known {
    std::uint64_t number;
    /// As ranks of all processes. Between two groups those of the other one, which messages go to.
    std::vector<std::uint32_t> members;
    bool between_groups = false;

    bool is_one_group() const { return !between_groups && !members.empty(); }
    /// Processes that were started later, or came from another program, are none of these.
    bool has(int rank) const { return rank >= 0 && static_cast<std::size_t>(rank) < members.size(); }
  };
  struct Pending {
    std::uint32_t request;
    MPI_Comm comm;
    bool collective = false;
  };
  struct Prepared {
    MPI_Comm comm;
    int to, tag, count;
    MPI_Datatype type;
  };
  using Time = std::chrono::nanoseconds;
  static Time clock() { return std::chrono::steady_clock::now().time_since_epoch(); }

  const Known& known(MPI_Comm comm);
  bool misses_unusual(MPI_Comm comm, const char* name);
  RecordedCall& add(Call call, const Known& group);
  void note_begin(RecordedCall& call, const MPI_Request* begins, MPI_Comm comm);
  void complete_as(std::uint32_t request, MPI_Comm comm, const MPI_Status& status);
  void write(const std::vector<ProcessLog>& logs, const std::vector<Group>& all_groups,
             const std::string& missed) const;

  bool on_ = false;
  /// For what processes tell each other at the end: a program may still be listening to anybody then.
  MPI_Comm own_ = MPI_COMM_NULL;
  Time left_{}, since_call_{};
  ProcessLog log_;
  std::map<MPI_Comm, Known> comms_;
  MPI_Comm last_comm_ = MPI_COMM_NULL;  ///< programs mostly use one many times
  const Known* last_known_ = nullptr;
  std::map<std::vector<std::uint32_t>, std::uint64_t> same_members_;  ///< communicators so far, by members
  std::vector<Group> groups_;
  std::unordered_map<MPI_Request, Pending> pending_;
  std::unordered_map<MPI_Request, Prepared> prepared_;
  std::uint32_t requests_ = 0;
  std::map<std::string, long> missed_;  ///< calls that are not in the log, by name
  std::mutex lock_;
};

/// From the program into MPI and back: what lies between two calls is computing.
struct InMpi {
  InMpi() { Recorder::here().enter(); }
  ~InMpi() { Recorder::here().leave(); }
};

}  // namespace ebb::inline record
