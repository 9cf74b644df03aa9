// Intercepts the collective MPI calls of a program, blocking and nonblocking.
#include <mpi.h>

#include "record/recorder.hpp"

using ebb::Call;
using ebb::InMpi;
using ebb::Recorder;

namespace {

struct Part {
  int count;
  MPI_Datatype type;
};
/// Returns what a process sends or receives; with MPI_IN_PLACE, the other pair of arguments describes it.
Part part(const void* buffer, Part own, Part otherwise) { return buffer == MPI_IN_PLACE ? otherwise : own; }

/// Parts of an all-gather may differ. All of them pass every process, so their mean gives the same traffic.
int mean_count(MPI_Comm comm, const int* counts) {
  int size = 0;
  long all = 0;
  PMPI_Comm_size(comm, &size);
  for (int i = 0; i < size; ++i) all += counts[i];
  return static_cast<int>(all / size);
}

void note(Call call, MPI_Comm comm, int root, Part what, const MPI_Request* begins) {
  Recorder::here().collective(call, comm, root, what.count, what.type, begins);
}

}  // namespace

/// Both variants of a call, from its parameters, its arguments and what is recorded of it. A blocking call is
/// recorded before it is made, a nonblocking one when it has its request.
#define EBB_COLLECTIVE(NAME, INAME, PARAMETERS, ARGUMENTS, ...)   \
  int MPI_##NAME(EBB_LIST PARAMETERS) {                           \
    const InMpi here;                                             \
    const MPI_Request* begins = nullptr;                          \
    if (!Recorder::here().misses_collective(comm, __func__)) {    \
      __VA_ARGS__;                                                \
    }                                                             \
    return PMPI_##NAME(EBB_LIST ARGUMENTS);                       \
  }                                                               \
  int MPI_##INAME(EBB_LIST PARAMETERS, MPI_Request* request) {    \
    const InMpi here;                                             \
    const int result = PMPI_##INAME(EBB_LIST ARGUMENTS, request); \
    const MPI_Request* begins = request;                          \
    if (!Recorder::here().misses_collective(comm, __func__)) {    \
      __VA_ARGS__;                                                \
    }                                                             \
    return result;                                                \
  }
#define EBB_LIST(...) __VA_ARGS__

extern "C" {

EBB_COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm),
               note(Call::barrier, comm, 0, {0, MPI_BYTE}, begins))
EBB_COLLECTIVE(Bcast, Ibcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
               (data, count, type, root, comm), note(Call::broadcast, comm, root, {count, type}, begins))
EBB_COLLECTIVE(Reduce, Ireduce,
               (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
               (in, out, count, type, op, root, comm), note(Call::reduce, comm, root, {count, type}, begins))
EBB_COLLECTIVE(Allreduce, Iallreduce,
               (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
               (in, out, count, type, op, comm), note(Call::all_reduce, comm, 0, {count, type}, begins))
EBB_COLLECTIVE(Scan, Iscan,
               (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
               (in, out, count, type, op, comm), note(Call::scan, comm, 0, {count, type}, begins))
EBB_COLLECTIVE(Exscan, Iexscan,
               (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
               (in, out, count, type, op, comm), note(Call::scan, comm, 0, {count, type}, begins))
EBB_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
               (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
               (in, out, count, type, op, comm), note(Call::reduce_scatter, comm, 0, {count, type}, begins))
EBB_COLLECTIVE(Reduce_scatter, Ireduce_scatter,
               (const void* in, void* out, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
               (in, out, counts, type, op, comm), Recorder::here().all_to_all_v(comm, counts, type, begins))
EBB_COLLECTIVE(Allgather, Iallgather,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                MPI_Comm comm),
               (out, count, type, in, in_count, in_type, comm),
               note(Call::all_gather, comm, 0, {in_count, in_type}, begins))
EBB_COLLECTIVE(Allgatherv, Iallgatherv,
               (const void* out, int count, MPI_Datatype type, void* in, const int* in_counts,
                const int* displacements, MPI_Datatype in_type, MPI_Comm comm),
               (out, count, type, in, in_counts, displacements, in_type, comm),
               note(Call::all_gather, comm, 0, {mean_count(comm, in_counts), in_type}, begins))
EBB_COLLECTIVE(Gather, Igather,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                int root, MPI_Comm comm),
               (out, count, type, in, in_count, in_type, root, comm),
               note(Call::gather, comm, root, part(out, {count, type}, {in_count, in_type}), begins))
EBB_COLLECTIVE(Gatherv, Igatherv,
               (const void* out, int count, MPI_Datatype type, void* in, const int* in_counts,
                const int* displacements, MPI_Datatype in_type, int root, MPI_Comm comm),
               (out, count, type, in, in_counts, displacements, in_type, root, comm),
               note(Call::gather_v, comm, root, part(out, {count, type}, {0, MPI_BYTE}), begins))
EBB_COLLECTIVE(Scatter, Iscatter,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                int root, MPI_Comm comm),
               (out, count, type, in, in_count, in_type, root, comm),
               note(Call::scatter, comm, root, part(in, {in_count, in_type}, {count, type}), begins))
EBB_COLLECTIVE(Scatterv, Iscatterv,
               (const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                int in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
               (out, counts, displacements, type, in, in_count, in_type, root, comm),
               note(Call::scatter_v, comm, root, part(in, {in_count, in_type}, {0, MPI_BYTE}), begins))
EBB_COLLECTIVE(Alltoall, Ialltoall,
               (const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                MPI_Comm comm),
               (out, count, type, in, in_count, in_type, comm),
               note(Call::all_to_all, comm, 0, {in_count, in_type}, begins))
EBB_COLLECTIVE(Alltoallv, Ialltoallv,
               (const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                const int* in_counts, const int* in_displacements, MPI_Datatype in_type, MPI_Comm comm),
               (out, counts, displacements, type, in, in_counts, in_displacements, in_type, comm),
               Recorder::here().all_to_all_v(comm, out == MPI_IN_PLACE ? in_counts : counts,
                                             out == MPI_IN_PLACE ? in_type : type, begins))
EBB_COLLECTIVE(Alltoallw, Ialltoallw,
               (const void* out, const int* counts, const int* displacements, const MPI_Datatype* types,
                void* in, const int* in_counts, const int* in_displacements, const MPI_Datatype* in_types,
                MPI_Comm comm),
               (out, counts, displacements, types, in, in_counts, in_displacements, in_types, comm),
               Recorder::here().missed(__func__), static_cast<void>(begins))

}  // extern "C"

#undef EBB_COLLECTIVE
#undef EBB_LIST
