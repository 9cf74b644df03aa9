#include "record/mpi_communicators.hpp"

#include <algorithm>
#include <numeric>

#include "base/digest.hpp"

namespace ebb::inline record {
namespace {

/// Returns the world ranks of a group; empty when it has members outside MPI_COMM_WORLD. Frees the group.
std::vector<std::uint32_t> ranks_of(MPI_Group group) {
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> own(static_cast<std::size_t>(size)), ranks(own.size());
  std::iota(own.begin(), own.end(), 0);
  PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
  PMPI_Group_free(&world), PMPI_Group_free(&group);
  if (std::find(ranks.begin(), ranks.end(), MPI_UNDEFINED) != ranks.end()) return {};
  return {ranks.begin(), ranks.end()};
}

}  // namespace

const KnownComm& Communicators::add(MPI_Comm comm, MPI_Comm parent, bool unless_known) {
  // MPI is called before the lock is taken: it has locks of its own.
  int between_groups = 0;
  PMPI_Comm_test_inter(comm, &between_groups);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  std::vector<std::uint32_t> members = ranks_of(group), all = members;
  if (between_groups) {
    PMPI_Comm_remote_group(comm, &group);
    members = ranks_of(group);
    // Both sides must compute the same number, so the same group comes first on both.
    all.insert(all < members ? all.end() : all.begin(), members.begin(), members.end());
    all.push_back(static_cast<std::uint32_t>(all.size()));  // no group of one side has these members
  }
  const std::lock_guard guard(lock_);
  if (const KnownComm* there = find(comm); there && unless_known) return *there;
  const KnownComm* made_of = find(parent);
  const std::uint64_t origin = made_of ? made_of->number : 0;
  Digest digest;
  digest.add(origin).add(of_kind_[{origin, all}]++);
  for (const std::uint32_t member : all) digest.add(member);
  if (!between_groups) groups_.push_back({digest.value(), members});
  all_.push_back({digest.value(), std::move(members), between_groups != 0});
  by_handle_[comm] = &all_.back();
  return all_.back();
}

void Communicators::forget(MPI_Comm comm) {
  const std::lock_guard guard(lock_);
  by_handle_.erase(comm);
  version_.fetch_add(1, std::memory_order_relaxed);
}

const KnownComm* Communicators::find(MPI_Comm comm) {
  const auto found = by_handle_.find(comm);
  return found == by_handle_.end() ? nullptr : found->second;
}

const KnownComm& Communicators::look_up(MPI_Comm comm, ThreadLog& mine) {
  const std::uint32_t version = version_.load(std::memory_order_relaxed);
  const KnownComm* known = nullptr;
  {
    const std::lock_guard guard(lock_);
    known = find(comm);
  }
  if (!known) known = &add(comm, MPI_COMM_NULL, true);  // unless another thread has added it meanwhile
  mine.last_comm = comm, mine.last_known = known, mine.last_version = version;
  return *known;
}

}  // namespace ebb::inline record
