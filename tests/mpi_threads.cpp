// An MPI program for record_threads_test.py whose four threads all call MPI (MPI_THREAD_MULTIPLE). With
// "stress N" each of them makes N rounds of Irecv, Send and Wait. With "all" each makes calls of all kinds on
// communicators of its own, makes and frees some meanwhile, and leaves a request to another thread. It ends
// with 1 when something arrives wrong, and with 77 where MPI has no support for that.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 4;

struct Place {
  int rank = 0, ranks = 0;
  int after() const { return (rank + 1) % ranks; }
  int before() const { return (rank + ranks - 1) % ranks; }
};
Place place() {
  Place p;
  MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
  return p;
}

/// One number to the next process and one from the one before, with the thread's own tag.
bool round_trip(MPI_Comm comm, const Place& p, int tag, int number) {
  MPI_Request request = MPI_REQUEST_NULL;
  int in = -1;
  const int out = 1'000 * p.rank + number;
  MPI_Irecv(&in, 1, MPI_INT, p.before(), tag, comm, &request);
  MPI_Send(&out, 1, MPI_INT, p.after(), tag, comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return in == 1'000 * p.before() + number;
}

/// Requests that are started often, and several that end in any order.
bool requests(MPI_Comm comm, const Place& p, int tag) {
  std::array<int, 4> in{-1, -1, -1, -1}, out{0, 1, 2, 3};
  std::array<MPI_Request, 4> all{};
  MPI_Recv_init(&in[0], 1, MPI_INT, p.before(), tag, comm, &all[0]);
  MPI_Send_init(&out[0], 1, MPI_INT, p.after(), tag, comm, &all[1]);
  MPI_Startall(2, all.data());
  MPI_Waitall(2, all.data(), MPI_STATUSES_IGNORE);
  MPI_Request_free(&all[0]), MPI_Request_free(&all[1]);
  for (std::size_t i = 0; i < 4; ++i)
    MPI_Irecv(&in[i], 1, MPI_INT, p.before(), tag + static_cast<int>(i), comm, &all[i]);
  for (std::size_t i = 4; i-- > 0;) MPI_Send(&out[i], 1, MPI_INT, p.after(), tag + static_cast<int>(i), comm);
  for (int i = 0; i < 4; ++i) {
    int which = 0;
    MPI_Waitany(4, all.data(), &which, MPI_STATUS_IGNORE);
  }
  return in == out;
}

bool collective(MPI_Comm comm, const Place& p) {
  int one = 1, sum = 0, told = p.rank == 0 ? 7 : 0, done = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&told, 1, MPI_INT, 0, comm, &request);
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  std::vector<int> out(static_cast<std::size_t>(p.ranks), p.rank), in(out.size()), counts(out.size(), 1),
      places(out.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i);
  MPI_Alltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(), counts.data(), places.data(),
                MPI_INT, comm);
  return sum == p.ranks && told == 7 && in.back() == p.ranks - 1;
}

/// All of it, on a communicator that only this thread uses and on copies of it.
bool calls_of_all_kinds(MPI_Comm comm, const Place& p, int rounds) {
  bool right = true;
  for (int i = 0; i < rounds; ++i) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &copy);
    right &= round_trip(copy, p, 3, i) && requests(copy, p, 10) && collective(copy, p);
    // A communicator may be freed while a receive is still under way.
    MPI_Request request = MPI_REQUEST_NULL;
    int in = -1;
    MPI_Irecv(&in, 1, MPI_INT, p.before(), 4, copy, &request);
    MPI_Send(&p.rank, 1, MPI_INT, p.after(), 4, copy);
    MPI_Comm_free(&copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    right &= in == p.before();
  }
  return right;
}

/// The first thread begins a receive, and another one waits for it and answers.
bool request_changes_hands(MPI_Comm comm, const Place& p) {
  MPI_Request request = MPI_REQUEST_NULL;
  int in = -1;
  const int out = p.rank;
  MPI_Irecv(&in, 1, MPI_INT, p.before(), 90, comm, &request);
  MPI_Send(&out, 1, MPI_INT, p.after(), 90, comm);
  std::thread([&] { MPI_Wait(&request, MPI_STATUS_IGNORE); }).join();
  return in == p.before();
}

template <class What>
bool on_all_threads(const What& what) {
  std::atomic<bool> right{true};
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      if (!what(t)) right = false;
    });
  for (std::thread& thread : all) thread.join();
  return right;
}

bool run_all(const Place& p, int rounds) {
  std::array<MPI_Comm, threads> comms{};
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  bool right = on_all_threads(
      [&](int t) { return calls_of_all_kinds(comms[static_cast<std::size_t>(t)], p, rounds); });
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  return right && request_changes_hands(MPI_COMM_WORLD, p);
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  const Place p = place();
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  const bool all = argc > 1 && std::string(argv[1]) == "all";
  bool right = true;
  if (level == MPI_THREAD_MULTIPLE) {
    right = all ? run_all(p, rounds) : on_all_threads([&](int t) {
      bool good = true;
      for (int i = 0; i < rounds; ++i) good &= round_trip(MPI_COMM_WORLD, p, t, i % 1'000);
      return good;
    });
  }
  MPI_Finalize();
  return level != MPI_THREAD_MULTIPLE ? 77 : right ? 0 : 1;
}
