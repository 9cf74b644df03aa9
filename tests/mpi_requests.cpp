// An MPI program for record_process_test.py: requests that are made once and started often, and collective
// calls that do not wait. With "anybody", a first process that listens to anybody while others have ended;
// with "neighbours", calls in a grid and in a graph; with "groups", two groups that talk to each other; with
// "collective", collective calls of many sizes. It
// ends with 1 when something arrives wrong.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <string>
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

/// In a ring, 12 bytes to each of both neighbours; in a graph, 20 bytes to the next process; and once more
/// without waiting.
bool talks_to_neighbours(int rank, int ranks) {
  const int periodic = 1, before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks, place = 0,
            five = 5;
  MPI_Comm ring = MPI_COMM_NULL, graph = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &ring);
  std::vector<int> out(6, rank), in(6, -1);
  MPI_Neighbor_alltoall(out.data(), 3, MPI_INT, in.data(), 3, MPI_INT, ring);
  bool right = in[0] == before && in[5] == after;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &after, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_allgatherv(out.data(), five, MPI_INT, in.data(), &five, &place, MPI_INT, graph);
  right &= in[0] == before && in[4] == before;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ineighbor_alltoall(out.data(), 3, MPI_INT, in.data(), 3, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&graph), MPI_Comm_free(&ring);
  return right && in[0] == before;
}

/// The lower half and the upper one: each process sends 40 bytes, or 48 back, to the one of its place in the
/// other group. The first one tells the upper half; then all are one group, and add up 8 bytes.
bool groups_talk(int rank, int ranks) {
  const bool upper = rank >= ranks / 2;
  const int half = ranks / 2, place = rank % half;
  MPI_Comm own = MPI_COMM_NULL, between = MPI_COMM_NULL, all = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, upper ? 0 : half, 1, &between);
  std::vector<int> out(12, rank), in(12, -1);
  MPI_Sendrecv(out.data(), upper ? 12 : 10, MPI_INT, place, 2, in.data(), 12, MPI_INT, place, 2, between,
               MPI_STATUS_IGNORE);
  bool right = in[0] == (upper ? rank - half : rank + half);
  int told = rank == 0 ? 7 : 0;
  MPI_Bcast(&told, 1, MPI_INT, upper ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, between);
  right &= !upper || told == 7;
  MPI_Intercomm_merge(between, upper, &all);
  double one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, all);
  MPI_Comm_free(&all), MPI_Comm_free(&between), MPI_Comm_free(&own);
  return right && sum == ranks;
}

/// Collective calls of sizes for which MPI libraries choose different algorithms. Without those all-to-alls
/// and gathers whose messages Open MPI's counters do not have, or have in pieces.
bool calls_together(int rank, int ranks) {
  std::vector<int> out(250'000, rank), in(250'000, -1), all(static_cast<std::size_t>(ranks) * 20'000);
  bool right = true;
  for (const int count : {1, 3, 10, 100, 1'000, 2'048, 5'000, 20'000, 50'000, 250'000}) {
    const auto last = static_cast<std::size_t>(count - 1);
    MPI_Allreduce(out.data(), in.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    right &= in[last] == ranks * (ranks - 1) / 2;
    MPI_Reduce(out.data(), in.data(), count, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    in[last] = rank == 0 ? 7 : 0;
    MPI_Bcast(in.data(), count, MPI_INT, 0, MPI_COMM_WORLD);
    right &= in[last] == 7;
  }
  for (const int count : {1, 100, 2'000, 20'000}) {
    MPI_Allgather(out.data(), count, MPI_INT, all.data(), count, MPI_INT, MPI_COMM_WORLD);
    right &= all[static_cast<std::size_t>(count * ranks - 1)] == ranks - 1;
    MPI_Scatter(all.data(), count, MPI_INT, in.data(), count, MPI_INT, 0, MPI_COMM_WORLD);
    right &= in[0] == rank;
  }
  MPI_Gather(out.data(), 100, MPI_INT, all.data(), 100, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Alltoall(out.data(), 100, MPI_INT, all.data(), 100, MPI_INT, MPI_COMM_WORLD);
  return right;
}

bool run(const std::string& what, int rank, int ranks) {
  if (what == "collective") return calls_together(rank, ranks);
  if (what == "anybody") return listens_to_anybody(rank, ranks);
  if (what == "neighbours") return talks_to_neighbours(rank, ranks);
  if (what == "groups") return groups_talk(rank, ranks);
  return ring(rank, ranks) && beside_computing(rank, ranks);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool right = run(argc > 1 ? argv[1] : "", rank, ranks);
  MPI_Finalize();
  return right ? 0 : 1;
}
