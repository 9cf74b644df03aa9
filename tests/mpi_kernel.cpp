// A small parallel program that checks its own results: in each round every process sends a block to each
// other one, adds up what it got and computes a little. It prints when each round ended, so that one sees
// what a network that changes does to it.
//
// usage: mpi_kernel ROUNDS BYTES [STOP]     it ends early when there is a file STOP
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace {

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
/// What `from` sends to `to` in a round.
std::uint64_t word(int round, int from, int to, int i) {
  return mixed(static_cast<std::uint64_t>(round) << 40 ^ static_cast<std::uint64_t>(from) << 30 ^
               static_cast<std::uint64_t>(to) << 20 ^ static_cast<std::uint64_t>(i));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 10, words = argc > 2 ? std::atoi(argv[2]) / 8 : 1'000;
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto all = static_cast<std::size_t>(ranks) * static_cast<std::size_t>(words);
  std::vector<std::uint64_t> out(all), in(all);
  long wrong = 0;
  const double start = MPI_Wtime();
  for (int round = 0; round < rounds; ++round) {
    for (int to = 0; to < ranks; ++to)
      for (int i = 0; i < words; ++i)
        out[static_cast<std::size_t>(to * words + i)] = word(round, rank, to, i);
    MPI_Alltoall(out.data(), words, MPI_UINT64_T, in.data(), words, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int from = 0; from < ranks; ++from)
      for (int i = 0; i < words; ++i)
        wrong += in[static_cast<std::size_t>(from * words + i)] != word(round, from, rank, i);
    long all_wrong = 0;
    MPI_Allreduce(&wrong, &all_wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    int stop = rank == 0 && argc > 3 && std::filesystem::exists(argv[3]);
    MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      std::printf("round %d %.6f wrong %ld\n", round, MPI_Wtime() - start, all_wrong);
      std::fflush(stdout);
    }
    if (stop) break;
  }
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
