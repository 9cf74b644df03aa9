#include "programs/mpi_rounds.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/problem.hpp"
#include "base/random.hpp"

#ifdef EBB_MPI
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace ebb::inline programs {

#ifdef EBB_MPI
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
  }
};
using LogFile = std::unique_ptr<std::FILE, CloseFile>;

/// Returns word i of what `from` sends to `to` in a round.
std::uint64_t word(int round, int from, int to, int i) {
  return mix_bits(static_cast<std::uint64_t>(round) << 40 ^ static_cast<std::uint64_t>(from) << 30 ^
                  static_cast<std::uint64_t>(to) << 20 ^ static_cast<std::uint64_t>(i));
}

/// Uses the clock that all processes of a machine share, so that other programs can relate their logs to it.
double monotonic_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Process {
 public:
  explicit Process(int bytes) : words_(bytes / 8) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    const auto all = static_cast<std::size_t>(ranks_) * static_cast<std::size_t>(words_);
    out_.resize(all), in_.resize(all);
  }
  bool first() const { return rank_ == 0; }

  /// Returns the number of wrong words so far, over all processes.
  std::int64_t round(int number) {
    for (int to = 0; to < ranks_; ++to)
      for (int i = 0; i < words_; ++i) out_[place(to, i)] = word(number, rank_, to, i);
    MPI_Alltoall(out_.data(), words_, MPI_UINT64_T, in_.data(), words_, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int from = 0; from < ranks_; ++from)
      for (int i = 0; i < words_; ++i) wrong_ += in_[place(from, i)] != word(number, from, rank_, i);
    std::int64_t all_wrong = 0;
    MPI_Allreduce(&wrong_, &all_wrong, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all_wrong;
  }
  /// The first process checks for the file, and broadcasts the result.
  bool asked_to_stop(const std::string& file) const {
    int stop = first() && !file.empty() && std::filesystem::exists(file);
    MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return stop != 0;
  }

 private:
  std::size_t place(int process, int i) const { return static_cast<std::size_t>(process * words_ + i); }

  int words_, rank_ = 0, ranks_ = 0;
  std::int64_t wrong_ = 0;
  std::vector<std::uint64_t> out_, in_;
};

}  // namespace

Result<std::int64_t> run_rounds(const MpiRounds& wanted) {
  if (wanted.rounds == 0) return std::int64_t{0};
  const LogFile log(wanted.log.empty() ? stdout : std::fopen(wanted.log.c_str(), "a"));
  if (!log) return Problem{wanted.log, fmt::format("cannot be written: {}", std::strerror(errno)), ""};
  MPI_Init(nullptr, nullptr);
  Process process(wanted.bytes);
  std::int64_t wrong = 0;
  for (int round = 0; round < wanted.rounds; ++round) {
    wrong = process.round(round);
    const bool stop = process.asked_to_stop(wanted.stop);
    if (process.first()) {
      fmt::print(log.get(), "round {} {:.6f} wrong {}\n", round, monotonic_seconds(), wrong);
      std::fflush(log.get());
    }
    if (stop) break;
  }
  MPI_Finalize();
  return wrong;
}

#else

Result<std::int64_t> run_rounds(const MpiRounds&) {
  return Problem{"ebb lab rounds", "is a program for MPI, but this ebb was built without it",
                 "install libopenmpi-dev and build again"};
}

#endif

}  // namespace ebb::inline programs
