// An MPI program for record_process_test.py: requests that are made once and started often, and collective
// calls that do not wait; or, with an argument, a first process that listens to anybody while others have
// ended. It ends with 1 when something arrives wrong.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <vector>

namespace {

constexpr int rounds = 3, numbers = 100;

/// Each process sends 800 bytes to the next one, three times.
bool ring(int rank, int ranks) {
  std::vector<double> out(numbers), in(numbers);
  MPI_Request both[2];
  MPI_Send_init(out.data(), numbers, MPI_DOUBLE, (rank + 1) % ranks, 5, MPI_COMM_WORLD, &both[0]);
  MPI_Recv_init(in.data(), numbers, MPI_DOUBLE, (rank + ranks - 1) % ranks, 5, MPI_COMM_WORLD, &both[1]);
  bool right = true;
  for (int round = 0; round < rounds; ++round) {
    for (double& number : out) number = 10 * rank + round;
    if (round == 0)
      MPI_Start(&both[0]), MPI_Start(&both[1]);
    else
      MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    for (const double number : in) right &= number == 10 * ((rank + ranks - 1) % ranks) + round;
  }
  MPI_Request_free(&both[0]), MPI_Request_free(&both[1]);
  return right;
}

void compute_for(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) continue;
}

/// Adds up 8 bytes and tells 1,200 from the second process while it computes; they end in the other order.
/// Then each process sends 4 bytes to each, and all meet.
bool beside_computing(int rank, int ranks) {
  double mine = rank + 1, sum = 0;
  std::vector<char> told(1'200, rank == 1 ? 'x' : '-');
  std::vector<int> out(static_cast<std::size_t>(ranks), rank), in(out.size());
  MPI_Request adds = MPI_REQUEST_NULL, tells = MPI_REQUEST_NULL, last[2];
  MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &adds);
  MPI_Ibcast(told.data(), static_cast<int>(told.size()), MPI_CHAR, 1, MPI_COMM_WORLD, &tells);
  compute_for(std::chrono::milliseconds{20});
  MPI_Wait(&tells, MPI_STATUS_IGNORE);
  for (int done = 0; !done;) MPI_Test(&adds, &done, MPI_STATUS_IGNORE);
  MPI_Ialltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, MPI_COMM_WORLD, &last[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &last[1]);
  MPI_Waitall(2, last, MPI_STATUSES_IGNORE);
  bool right = sum == ranks * (ranks + 1) / 2 && told.front() == 'x' && told.back() == 'x';
  for (int from = 0; from < ranks; ++from) right &= in[static_cast<std::size_t>(from)] == from;
  return right;
}

/// Process r sends r bytes with tag r to the first one, the last of them when all others are done.
bool listens_to_anybody(int rank, int ranks) {
  std::vector<char> bytes(1'000'000);
  if (rank == ranks - 1) compute_for(std::chrono::milliseconds{300});
  if (rank > 0) MPI_Send(bytes.data(), rank, MPI_CHAR, 0, rank, MPI_COMM_WORLD);
  bool right = true;
  for (int i = 1; i < ranks && rank == 0; ++i) {
    MPI_Status status;
    MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG,
             MPI_COMM_WORLD, &status);
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    right &= status.MPI_TAG == status.MPI_SOURCE && size == status.MPI_SOURCE;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool right =
      argc > 1 ? listens_to_anybody(rank, ranks) : ring(rank, ranks) && beside_computing(rank, ranks);
  MPI_Finalize();
  return right ? 0 : 1;
}
