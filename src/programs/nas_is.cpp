// An integer sort, as NAS IS. Keys, densest in the middle of their range, are counted in buckets. The buckets
// are assigned to processes so that each gets about as many keys, and the keys are sent there. At the end
// they must be in order from process to process, and be the same keys as before.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

using Whole = std::vector<int>;

class Sort {
 public:
  Sort(const Processes& all, const KernelSize& size)
      : rank_(all.rank),
        count_(static_cast<std::size_t>(all.count)),
        most_(1 << size.is_log2_most),
        shift_(size.is_log2_most - size.is_log2_buckets),
        buckets_(std::size_t{1} << size.is_log2_buckets),
        all_keys_(std::size_t{1} << size.is_log2_keys),
        keys_(all_keys_ / count_) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const std::uint64_t place = static_cast<std::uint64_t>(rank_) * keys_.size() + i;
      const double four = drawn(5, place) + drawn(6, place) + drawn(7, place) + drawn(8, place);
      keys_[i] = static_cast<int>(four / 4 * most_);
    }
  }

  /// Changes two keys of the first process, so that no iteration repeats another.
  void iterate(int number) {
    if (rank_ == 0) {
      keys_[static_cast<std::size_t>(number) % keys_.size()] = number % most_;
      keys_[static_cast<std::size_t>(number + 10) % keys_.size()] = most_ - 1 - number % most_;
    }
    Whole counts(buckets_), totals(buckets_);
    for (const int key : keys_) ++counts[bucket_of(key)];
    MPI_Allreduce(counts.data(), totals.data(), static_cast<int>(buckets_), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    deal(totals);
    send(counts);
    rank_keys();
  }

  /// Returns 0 if all keys are in order, else 1. Each process sends its last key to the next one.
  double disorder() const {
    int before = -1;
    const int last = sorted_.empty() ? first_key_ - 1 : sorted_.back(), none = MPI_PROC_NULL;
    const int next = rank_ + 1 < static_cast<int>(count_) ? rank_ + 1 : none;
    MPI_Sendrecv(&last, 1, MPI_INT, next, 0, &before, 1, MPI_INT, rank_ > 0 ? rank_ - 1 : none, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::uint64_t more[2] = {sorted_.size() - keys_.size(), 0}, all_more[2] = {0, 0};
    for (const int key : sorted_) more[1] += mark(key);
    for (const int key : keys_) more[1] -= mark(key);
    MPI_Allreduce(more, all_more, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const bool ordered = !strayed_ && std::is_sorted(sorted_.begin(), sorted_.end()) &&
                         (sorted_.empty() || before <= sorted_.front());
    return ordered && all_more[0] == 0 && all_more[1] == 0 ? 0 : 1;
  }

 private:
  std::size_t bucket_of(int key) const { return static_cast<std::size_t>(key >> shift_); }
  /// A hash of a key: the sum over all keys detects exchanged keys.
  static std::uint64_t mark(int key) { return mix_bits(static_cast<std::uint64_t>(key) + 1); }

  /// Assigns buckets to a process until all processes up to it have their share of the keys.
  void deal(const Whole& totals) {
    owner_.assign(buckets_, 0);
    std::size_t process = 0, dealt = 0;
    for (std::size_t b = 0; b < buckets_; ++b) {
      owner_[b] = process, dealt += static_cast<std::size_t>(totals[b]);
      while (process + 1 < count_ && dealt >= (process + 1) * all_keys_ / count_) ++process;
    }
  }

  void send(const Whole& counts) {
    Whole to(count_), from(count_), to_first(count_), from_first(count_), at(buckets_), sent(keys_.size());
    for (std::size_t b = 0; b < buckets_; ++b) to[owner_[b]] += counts[b];
    std::exclusive_scan(counts.begin(), counts.end(), at.begin(), 0);
    for (const int key : keys_) sent[static_cast<std::size_t>(at[bucket_of(key)]++)] = key;
    MPI_Alltoall(to.data(), 1, MPI_INT, from.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::exclusive_scan(to.begin(), to.end(), to_first.begin(), 0);
    std::exclusive_scan(from.begin(), from.end(), from_first.begin(), 0);
    sorted_.resize(static_cast<std::size_t>(from_first.back() + from.back()));
    MPI_Alltoallv(sent.data(), to.data(), to_first.data(), MPI_INT, sorted_.data(), from.data(),
                  from_first.data(), MPI_INT, MPI_COMM_WORLD);
  }

  /// Counts how often each key of this process's buckets occurs, and writes the keys in order.
  void rank_keys() {
    const auto own = std::equal_range(owner_.begin(), owner_.end(), static_cast<std::size_t>(rank_));
    first_key_ = static_cast<int>(own.first - owner_.begin()) << shift_;
    Whole often(static_cast<std::size_t>(own.second - own.first) << shift_);
    for (const int key : sorted_) {
      const auto place = static_cast<std::size_t>(key - first_key_);
      if (place < often.size())
        ++often[place];
      else
        strayed_ = true;
    }
    sorted_.clear();
    for (std::size_t k = 0; k < often.size(); ++k)
      sorted_.insert(sorted_.end(), static_cast<std::size_t>(often[k]), first_key_ + static_cast<int>(k));
  }

  const int rank_;
  const std::size_t count_;
  const int most_, shift_;
  const std::size_t buckets_, all_keys_;
  Whole keys_, sorted_;
  std::vector<std::size_t> owner_;  ///< the process that gets a bucket
  int first_key_ = 0;
  bool strayed_ = false;  ///< a key came to a process that does not own its bucket
};

}  // namespace

std::string is_misfit(int processes, const KernelSize& size) {
  const int buckets = 1 << size.is_log2_buckets;
  return processes <= buckets / 4 ? "" : fmt::format("only {} buckets", buckets);
}

KernelOutcome run_is(const Processes& all, const KernelSize& size, int iterations) {
  Sort sort(all, size);
  for (int i = 0; i < iterations; ++i) sort.iterate(i);
  return {sort.disorder(), 0, fmt::format("{} keys in order", 1 << size.is_log2_keys)};
}

}  // namespace ebb::inline programs
