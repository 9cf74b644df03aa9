// The communicators of an MPI program, by numbers that all processes agree on.
#pragma once

#include <mpi.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "record/thread_log.hpp"

namespace ebb::inline record {

/// Threads: any thread may call any function at any time. One lock guards the table; a thread that uses the
/// same communicator as in its last call does not take it.
class Communicators {
 public:
  /// Numbers a communicator created from `parent` (MPI_COMM_NULL where the members have no common parent).
  /// Its number depends on its parent, its members and how many of the same were created from that parent
  /// before: MPI lets threads create communicators from different parents in any order.
  void learn(MPI_Comm comm, MPI_Comm parent) { add(comm, parent, false); }
  void forget(MPI_Comm comm);

  /// A communicator created by a call that is not intercepted is added here. Its members may then disagree
  /// about its number, and the job cannot be assembled.
  const KnownComm& known(MPI_Comm comm, ThreadLog& mine) {
    if (comm == mine.last_comm && mine.last_version == version_.load(std::memory_order_relaxed))
      return *mine.last_known;
    return look_up(comm, mine);
  }

  /// Returns all intra-communicators. Only when no other thread is inside MPI any more.
  const std::vector<Group>& groups() const { return groups_; }

 private:
  using Kind = std::pair<std::uint64_t, std::vector<std::uint32_t>>;  ///< the parent's number, and members

  const KnownComm& add(MPI_Comm comm, MPI_Comm parent, bool unless_known);
  const KnownComm& look_up(MPI_Comm comm, ThreadLog& mine);
  const KnownComm* find(MPI_Comm comm);

  /// Increases with each communicator that is freed: MPI may reuse its handle, and what threads remember of
  /// it is invalid. The thread that uses the handle next is synchronised with the thread that created it, and
  /// so sees the increase.
  std::atomic<std::uint32_t> version_{1};
  std::mutex lock_;
  // Guarded by lock_:
  std::map<MPI_Comm, const KnownComm*> by_handle_;
  std::deque<KnownComm> all_;              ///< never erased: threads keep pointers
  std::map<Kind, std::uint64_t> of_kind_;  ///< how many so far
  std::vector<Group> groups_;
};

}  // namespace ebb::inline record
