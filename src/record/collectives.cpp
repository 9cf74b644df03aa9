#include "record/collectives.hpp"

#include <bit>

namespace ebb::inline record {
namespace {

std::uint32_t count_of(Members members) { return static_cast<std::uint32_t>(members.size()); }

/// All send first, then all wait: nobody is in anybody's way.
template <class To, class Size>
void send_round(JobMaker& job, Members members, const To& to, const Size& size) {
  const std::uint32_t n = count_of(members);
  constexpr std::uint32_t nothing = ~0u;
  std::vector<std::uint32_t> sent(n, nothing);
  for (std::uint32_t i = 0; i < n; ++i)
    if (const std::int64_t bytes = size(i, to(i)); to(i) != i && bytes > 0)
      sent[i] = job.send(members[i], members[to(i)], {bytes});
  for (std::uint32_t i = 0; i < n; ++i)
    if (sent[i] != nothing) job.receive(members[to(i)], sent[i]);
}

/// Calls each(parent, child) for the edges of a binomial tree: from the root outwards, or towards it.
template <class Each>
void along_tree(std::uint32_t n, std::uint32_t root, bool outwards, const Each& each) {
  const std::uint32_t top = std::bit_ceil(n);
  const auto level = [&](std::uint32_t step) {
    for (std::uint32_t i = 0; i < n; i += 2 * step)
      if (i + step < n) each((i + root) % n, (i + step + root) % n);
  };
  if (outwards)
    for (std::uint32_t step = top / 2; step > 0; step /= 2) level(step);
  else
    for (std::uint32_t step = 1; step < top; step *= 2) level(step);
}

}  // namespace

void make_barrier(JobMaker& job, Members members) {
  const std::uint32_t n = count_of(members);
  for (std::uint32_t step = 1; step < n; step *= 2)
    send_round(
        job, members, [&](std::uint32_t i) { return (i + step) % n; },
        [](std::uint32_t, std::uint32_t) { return 1; });
}

void make_broadcast(JobMaker& job, Members members, std::uint32_t root, Bytes size) {
  if (size.v <= 0) return;
  along_tree(count_of(members), root, true, [&](std::uint32_t parent, std::uint32_t child) {
    job.transfer(members[parent], members[child], size);
  });
}

void make_reduce(JobMaker& job, Members members, std::uint32_t root, Bytes size) {
  if (size.v <= 0) return;
  along_tree(count_of(members), root, false, [&](std::uint32_t parent, std::uint32_t child) {
    job.transfer(members[child], members[parent], size);
  });
}

void make_all_reduce(JobMaker& job, Members members, Bytes size) {
  if (!std::has_single_bit(members.size())) {
    make_reduce(job, members, 0, size);
    make_broadcast(job, members, 0, size);
    return;
  }
  for (std::uint32_t step = 1; step < members.size(); step *= 2)
    send_round(
        job, members, [&](std::uint32_t i) { return i ^ step; },
        [&](std::uint32_t, std::uint32_t) { return size.v; });
}

void make_all_gather(JobMaker& job, Members members, Bytes size) {
  const std::uint32_t n = count_of(members);
  for (std::uint32_t round = 1; round < n; ++round)
    send_round(
        job, members, [&](std::uint32_t i) { return (i + 1) % n; },
        [&](std::uint32_t, std::uint32_t) { return size.v; });
}

void make_all_to_all(JobMaker& job, Members members, const SizeOf& size) {
  const std::uint32_t n = count_of(members);
  for (std::uint32_t k = 1; k < n; ++k)
    send_round(
        job, members, [&](std::uint32_t i) { return (i + k) % n; }, size);
}

void make_gather(JobMaker& job, Members members, std::uint32_t root, const SizeOf& size) {
  send_round(
      job, members, [&](std::uint32_t) { return root; }, size);
}

void make_scatter(JobMaker& job, Members members, std::uint32_t root, const SizeOf& size) {
  for (std::uint32_t i = 0; i < count_of(members); ++i)
    if (const std::int64_t bytes = size(root, i); i != root && bytes > 0)
      job.transfer(members[root], members[i], {bytes});
}

void make_scan(JobMaker& job, Members members, Bytes size) {
  if (size.v <= 0) return;
  for (std::uint32_t i = 0; i + 1 < count_of(members); ++i) job.transfer(members[i], members[i + 1], size);
}

}  // namespace ebb::inline record
