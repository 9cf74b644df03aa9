// Intercepts neighbourhood collectives of MPI (in a grid or a graph of processes): a message to each
// neighbour. Nonblocking ones are reported as not recorded.
#include <mpi.h>

#include <vector>

#include "record/recorder.hpp"

using ebb::InMpi;
using ebb::Recorder;

namespace {

constexpr int neighbour_tag = -2;  // no message of a program has this tag

struct Neighbours {
  std::vector<int> in, out;
};

Neighbours in_grid(MPI_Comm comm) {
  Neighbours found;
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  for (int d = 0; d < dimensions; ++d) {
    int before = MPI_PROC_NULL, after = MPI_PROC_NULL;
    PMPI_Cart_shift(comm, d, 1, &before, &after);
    found.in.insert(found.in.end(), {before, after});
  }
  found.out = found.in;
  return found;
}
Neighbours in_graph(MPI_Comm comm) {
  int rank = 0, count = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &count);
  Neighbours found;
  found.in.resize(static_cast<std::size_t>(count));
  PMPI_Graph_neighbors(comm, rank, count, found.in.data());
  found.out = found.in;
  return found;
}
Neighbours in_shared_graph(MPI_Comm comm) {
  int ins = 0, outs = 0, weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &ins, &outs, &weighted);
  Neighbours found{std::vector<int>(static_cast<std::size_t>(ins)),
                   std::vector<int>(static_cast<std::size_t>(outs))};
  std::vector<int> in_weights(found.in.size()), out_weights(found.out.size());
  PMPI_Dist_graph_neighbors(comm, ins, found.in.data(), weighted ? in_weights.data() : MPI_UNWEIGHTED, outs,
                            found.out.data(), weighted ? out_weights.data() : MPI_UNWEIGHTED);
  return found;
}
Neighbours neighbours_of(MPI_Comm comm) {
  int kind = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) return in_grid(comm);
  if (kind == MPI_GRAPH) return in_graph(comm);
  return kind == MPI_DIST_GRAPH ? in_shared_graph(comm) : Neighbours{};
}

/// `count_to` and `count_from` return how much goes to, and comes from, each neighbour by its place.
template <class Count>
void note_sends(const Neighbours& all, MPI_Comm comm, MPI_Datatype type, const Count& count_to) {
  for (std::size_t i = 0; i < all.out.size(); ++i)
    Recorder::here().sent(comm, all.out[i], neighbour_tag, count_to(i), type);
}
template <class Count>
void note_receives(const Neighbours& all, MPI_Comm comm, MPI_Datatype type, const Count& count_from) {
  for (std::size_t i = 0; i < all.in.size(); ++i) {
    MPI_Status status;
    PMPI_Status_set_elements(&status, type, count_from(i));
    status.MPI_SOURCE = all.in[i], status.MPI_TAG = neighbour_tag;
    Recorder::here().received(comm, status);
  }
}

}  // namespace

/// Both kinds of a call; COUNT_TO and COUNT_FROM are how many of `type` and `in_type` belong to neighbour i.
#define EBB_NEIGHBOURS(KIND, PARAMETERS, ARGUMENTS, COUNT_TO, COUNT_FROM)                          \
  int MPI_Neighbor_##KIND(EBB_LIST PARAMETERS) {                                                   \
    const InMpi here;                                                                              \
    const Neighbours all = neighbours_of(comm);                                                    \
    note_sends(all, comm, type, [&]([[maybe_unused]] std::size_t i) { return COUNT_TO; });         \
    const int result = PMPI_Neighbor_##KIND(EBB_LIST ARGUMENTS);                                   \
    note_receives(all, comm, in_type, [&]([[maybe_unused]] std::size_t i) { return COUNT_FROM; }); \
    return result;                                                                                 \
  }                                                                                                \
  int MPI_Ineighbor_##KIND(EBB_LIST PARAMETERS, MPI_Request* request) {                            \
    Recorder::here().missed(__func__);                                                             \
    return PMPI_Ineighbor_##KIND(EBB_LIST ARGUMENTS, request);                                     \
  }
#define EBB_LIST(...) __VA_ARGS__

extern "C" {

EBB_NEIGHBOURS(allgather,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                MPI_Comm comm),
               (out, count, type, in, in_count, in_type, comm), count, in_count)
EBB_NEIGHBOURS(allgatherv,
               (const void* out, int count, MPI_Datatype type, void* in, const int* in_counts,
                const int* displacements, MPI_Datatype in_type, MPI_Comm comm),
               (out, count, type, in, in_counts, displacements, in_type, comm), count, in_counts[i])
EBB_NEIGHBOURS(alltoall,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                MPI_Comm comm),
               (out, count, type, in, in_count, in_type, comm), count, in_count)
EBB_NEIGHBOURS(alltoallv,
               (const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                const int* in_counts, const int* in_displacements, MPI_Datatype in_type, MPI_Comm comm),
               (out, counts, displacements, type, in, in_counts, in_displacements, in_type, comm), counts[i],
               in_counts[i])

int MPI_Neighbor_alltoallw(const void* out, const int* counts, const MPI_Aint* displacements,
                           const MPI_Datatype* types, void* in, const int* in_counts,
                           const MPI_Aint* in_displacements, const MPI_Datatype* in_types, MPI_Comm comm) {
  Recorder::here().missed(__func__);
  return PMPI_Neighbor_alltoallw(out, counts, displacements, types, in, in_counts, in_displacements, in_types,
                                 comm);
}
int MPI_Ineighbor_alltoallw(const void* out, const int* counts, const MPI_Aint* displacements,
                            const MPI_Datatype* types, void* in, const int* in_counts,
                            const MPI_Aint* in_displacements, const MPI_Datatype* in_types, MPI_Comm comm,
                            MPI_Request* request) {
  Recorder::here().missed(__func__);
  return PMPI_Ineighbor_alltoallw(out, counts, displacements, types, in, in_counts, in_displacements,
                                  in_types, comm, request);
}

}  // extern "C"

#undef EBB_NEIGHBOURS
#undef EBB_LIST
