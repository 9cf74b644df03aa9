// A network that spoils what it carries, for programs that must notice: loaded before an MPI program, it
// changes bits of one word of whatever process 1 receives.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdint>
#include <cstring>

namespace {

void spoil(void* data, std::int64_t count, MPI_Datatype type) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Type_size(type, &size);
  const std::int64_t bytes = count * size;
  if (rank != 1 || bytes < 16) return;
  std::uint64_t word = 0;
  char* place = static_cast<char*>(data) + bytes / 24 * 8;
  std::memcpy(&word, place, sizeof word);
  word ^= std::uint64_t{1} << 52 | 1;  // a number becomes half or twice as large; a key becomes its neighbour
  std::memcpy(place, &word, sizeof word);
}

}  // namespace

extern "C" {

int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  const int result = PMPI_Recv(data, count, type, from, tag, comm, status);
  spoil(data, count, type);
  return result;
}
int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                 int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                 MPI_Status* status) {
  const int result =
      PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status);
  if (from != MPI_PROC_NULL) spoil(in, in_count, in_type);
  return result;
}
int MPI_Alltoall(const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                 MPI_Comm comm) {
  const int result = PMPI_Alltoall(out, count, type, in, in_count, in_type, comm);
  spoil(in, in_count, in_type);
  return result;
}
int MPI_Alltoallv(const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                  const int* in_counts, const int* in_displacements, MPI_Datatype in_type, MPI_Comm comm) {
  const int result =
      PMPI_Alltoallv(out, counts, displacements, type, in, in_counts, in_displacements, in_type, comm);
  spoil(in, in_counts[0], in_type);
  return result;
}

}  // extern "C"
