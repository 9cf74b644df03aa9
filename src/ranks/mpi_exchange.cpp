#include "ranks/mpi_exchange.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>

#include "base/bytes.hpp"
#include "base/problem.hpp"

#ifdef EBB_MPI
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace ebb::inline ranks {
namespace {

/// From the environment variables of the launchers: Open MPI, MPICH and its kin, Slurm with or without PMIx.
long launched_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"})
    if (const char* value = std::getenv(name)) return std::strtol(value, nullptr, 10);
  if (std::getenv("PMIX_RANK") || std::getenv("PMI_RANK"))
    if (const char* value = std::getenv("SLURM_NTASKS")) return std::strtol(value, nullptr, 10);
  if (const char* value = std::getenv("SLURM_STEP_NUM_TASKS")) return std::strtol(value, nullptr, 10);
  return 1;
}

#ifdef EBB_MPI

/// Any MPI error ends all processes: a run with a rank missing has no result.
void need(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0, rank = 0;
  MPI_Error_string(code, text, &length);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fmt::print(stderr, "ebb: rank {} could not {}: {}\n     The run ends here; start it again.\n", rank, what,
             text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

class MpiExchange final : public Exchange {
 public:
  MpiExchange() {
    int provided = 0;
    // One thread at a time calls MPI, but not always the same one.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int value = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &value);
    rank_ = static_cast<std::size_t>(value);
    MPI_Comm_size(MPI_COMM_WORLD, &value);
    ranks_ = static_cast<std::size_t>(value);
    if (provided < MPI_THREAD_SERIALIZED) need(MPI_ERR_OTHER, "get an MPI with MPI_THREAD_SERIALIZED");
  }
  /// A process that leaves early, for example out of memory, aborts the others: they would wait forever.
  ~MpiExchange() override {
    if (std::uncaught_exceptions() > 0) {
      fmt::print(stderr, "ebb: rank {} stops the run\n", rank_);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
  }
  MpiExchange(const MpiExchange&) = delete;
  MpiExchange& operator=(const MpiExchange&) = delete;

  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return ranks_; }

  void round(std::vector<ByteBuffer>& out, std::vector<ByteBuffer>& in) override {
    in.resize(ranks_);
    requests_.clear();
    for (std::size_t i = 1; i < ranks_; ++i) send((rank_ + i) % ranks_, out);
    in[rank_].swap(out[rank_]);
    for (std::size_t i = 1; i < ranks_; ++i) receive((rank_ + ranks_ - i) % ranks_, in);
    need(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "send");
  }

 private:
  /// Longer data is sent as several messages; only the last one is shorter than this.
  static constexpr std::size_t longest = std::size_t{1} << 30;

  void send(std::size_t to, const std::vector<ByteBuffer>& out) {
    const ByteBuffer& bytes = out[to];
    for (std::size_t begin = 0;; begin += longest) {
      const std::size_t size = std::min(longest, bytes.size() - begin);
      need(MPI_Isend(bytes.data() + begin, static_cast<int>(size), MPI_BYTE, static_cast<int>(to), 0,
                     MPI_COMM_WORLD, &requests_.emplace_back()),
           "send");
      if (size < longest) return;
    }
  }
  void receive(std::size_t from, std::vector<ByteBuffer>& in) {
    in[from].clear();
    for (;;) {
      MPI_Status status;
      int size = 0;
      need(MPI_Probe(static_cast<int>(from), 0, MPI_COMM_WORLD, &status), "hear from another rank");
      need(MPI_Get_count(&status, MPI_BYTE, &size), "hear from another rank");
      const std::size_t begin = in[from].size();
      in[from].resize(begin + static_cast<std::size_t>(size));
      need(MPI_Recv(in[from].data() + begin, size, MPI_BYTE, static_cast<int>(from), 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE),
           "hear from another rank");
      if (static_cast<std::size_t>(size) < longest) return;
    }
  }

  std::size_t rank_ = 0, ranks_ = 1;
  std::vector<MPI_Request> requests_;
};

#endif

}  // namespace

Result<std::unique_ptr<Exchange>> join_ranks() {
  const long launched = launched_ranks();
  if (launched <= 1) return std::unique_ptr<Exchange>(std::make_unique<Alone>());
#ifdef EBB_MPI
  auto exchange = std::make_unique<MpiExchange>();
  if (exchange->ranks() == 1)
    return Problem{
        "",
        fmt::format("was started as {} processes that do not find each other: each of them would do "
                    "the whole run",
                    launched),
        "srun needs --mpi=pmix here, and mpirun must be that of the MPI ebb was built with"};
  return std::unique_ptr<Exchange>(std::move(exchange));
#else
  return Problem{"",
                 fmt::format("was started as {} processes, but this ebb was built without MPI: each of them "
                             "would do the whole run",
                             launched),
                 "install libopenmpi-dev and build again, or start it once, with --threads"};
#endif
}

std::size_t ranks_on_this_machine() {
#ifdef EBB_MPI
  int initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised) {
    MPI_Comm here = MPI_COMM_NULL;
    int size = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &size);
    MPI_Comm_free(&here);
    return static_cast<std::size_t>(size);
  }
#endif
  return 1;
}

}  // namespace ebb::inline ranks
