// The calls of MPI that a program makes, each passed on to the library under its other name (PMPI) and
// written down. Loaded before the program by LD_PRELOAD.
#include <mpi.h>

#include <vector>

#include "record/recorder.hpp"

using ebb::Call;
using ebb::Recorder;

namespace {

/// From the program into MPI and back: what lies between two calls is computing.
struct InMpi {
  InMpi() { Recorder::here().enter(); }
  ~InMpi() { Recorder::here().leave(); }
};

/// What the library forgets as requests end.
struct Requests {
  Requests(int count, const MPI_Request* all, MPI_Status* theirs)
      : before(all, all + count),
        own(theirs == MPI_STATUSES_IGNORE ? static_cast<std::size_t>(count) : 0),
        statuses(theirs == MPI_STATUSES_IGNORE ? own.data() : theirs) {}
  void completed(int i) const { completed(i, i); }
  void completed(int request, int status) const {
    Recorder::here().completed(before[static_cast<std::size_t>(request)], statuses[status]);
  }
  std::vector<MPI_Request> before;
  std::vector<MPI_Status> own;
  MPI_Status* statuses;
};

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int result = PMPI_Init(argc, argv);
  Recorder::here().start();
  return result;
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  Recorder::here().start();
  return result;
}
int MPI_Finalize() {
  Recorder::here().enter();
  // The end of the program is a call that all make, so that the computing before it counts.
  Recorder::here().collective(Call::barrier, MPI_COMM_WORLD, 0, 0, MPI_BYTE);
  Recorder::here().finish();
  return PMPI_Finalize();
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  const InMpi here;
  const int result = PMPI_Comm_dup(comm, made);
  Recorder::here().learn(*made);
  return result;
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  const InMpi here;
  const int result = PMPI_Comm_split(comm, color, key, made);
  Recorder::here().learn(*made);
  return result;
}
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  const InMpi here;
  const int result = PMPI_Comm_create(comm, group, made);
  Recorder::here().learn(*made);
  return result;
}
int MPI_Cart_create(MPI_Comm comm, int n, const int* dims, const int* periods, int reorder, MPI_Comm* made) {
  const InMpi here;
  const int result = PMPI_Cart_create(comm, n, dims, periods, reorder, made);
  Recorder::here().learn(*made);
  return result;
}
int MPI_Cart_sub(MPI_Comm comm, const int* remain, MPI_Comm* made) {
  const InMpi here;
  const int result = PMPI_Cart_sub(comm, remain, made);
  Recorder::here().learn(*made);
  return result;
}
int MPI_Comm_free(MPI_Comm* comm) {
  const InMpi here;
  Recorder::here().forget(*comm);
  return PMPI_Comm_free(comm);
}

/// A call that sends and waits until its data may be used again, and one that only begins to.
#define EBB_SEND(WAITS, BEGINS)                                                                     \
  int MPI_##WAITS(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) { \
    const InMpi here;                                                                               \
    Recorder::here().sent(comm, to, tag, count, type);                                              \
    return PMPI_##WAITS(data, count, type, to, tag, comm);                                          \
  }                                                                                                 \
  int MPI_##BEGINS(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,  \
                   MPI_Request* request) {                                                          \
    const InMpi here;                                                                               \
    Recorder::here().sent(comm, to, tag, count, type);                                              \
    return PMPI_##BEGINS(data, count, type, to, tag, comm, request);                                \
  }
EBB_SEND(Send, Isend)
EBB_SEND(Ssend, Issend)
EBB_SEND(Rsend, Irsend)
EBB_SEND(Bsend, Ibsend)
#undef EBB_SEND

int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  const InMpi here;
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = PMPI_Recv(data, count, type, from, tag, comm, seen);
  Recorder::here().received(comm, *seen);
  return result;
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  const InMpi here;
  const int result = PMPI_Irecv(data, count, type, from, tag, comm, request);
  if (from != MPI_PROC_NULL) Recorder::here().posted(comm, *request);
  return result;
}
int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                 int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                 MPI_Status* status) {
  const InMpi here;
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  Recorder::here().sent(comm, to, out_tag, out_count, out_type);
  const int result =
      PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, seen);
  Recorder::here().received(comm, *seen);
  return result;
}
int MPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
                         MPI_Comm comm, MPI_Status* status) {
  const InMpi here;
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  Recorder::here().sent(comm, to, out_tag, count, type);
  const int result = PMPI_Sendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, seen);
  Recorder::here().received(comm, *seen);
  return result;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const InMpi here;
  const Requests all(1, request, status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
  const int result = PMPI_Wait(request, all.statuses);
  all.completed(0);
  return result;
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  const InMpi here;
  const Requests all(count, requests, statuses);
  const int result = PMPI_Waitall(count, requests, all.statuses);
  for (int i = 0; i < count; ++i) all.completed(i);
  return result;
}
int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  const InMpi here;
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  const Requests all(count, requests, seen);
  const int result = PMPI_Waitany(count, requests, index, seen);
  if (*index != MPI_UNDEFINED) all.completed(*index, 0);
  return result;
}
int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  const InMpi here;
  const Requests all(count, requests, statuses);
  const int result = PMPI_Waitsome(count, requests, done, indices, all.statuses);
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) all.completed(indices[i], i);
  return result;
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const Requests all(1, request, status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
  const int result = PMPI_Test(request, flag, all.statuses);
  if (!*flag) return result;  // the program looks again later: that is no computing, but no call either
  const InMpi here;
  all.completed(0);
  return result;
}
int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  const Requests all(count, requests, statuses);
  const int result = PMPI_Testall(count, requests, flag, all.statuses);
  if (!*flag) return result;
  const InMpi here;
  for (int i = 0; i < count; ++i) all.completed(i);
  return result;
}
int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  const Requests all(count, requests, seen);
  const int result = PMPI_Testany(count, requests, index, flag, seen);
  if (!*flag || *index == MPI_UNDEFINED) return result;
  const InMpi here;
  all.completed(*index, 0);
  return result;
}

int MPI_Barrier(MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::barrier, comm, 0, 0, MPI_BYTE);
  return PMPI_Barrier(comm);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::broadcast, comm, root, count, type);
  return PMPI_Bcast(data, count, type, root, comm);
}
int MPI_Reduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::reduce, comm, root, count, type);
  return PMPI_Reduce(in, out, count, type, op, root, comm);
}
int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::all_reduce, comm, 0, count, type);
  return PMPI_Allreduce(in, out, count, type, op, comm);
}
int MPI_Scan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::scan, comm, 0, count, type);
  return PMPI_Scan(in, out, count, type, op, comm);
}
int MPI_Reduce_scatter_block(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::reduce_scatter, comm, 0, count, type);
  return PMPI_Reduce_scatter_block(in, out, count, type, op, comm);
}
int MPI_Reduce_scatter(const void* in, void* out, const int* counts, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  const InMpi here;
  Recorder::here().all_to_all_v(comm, counts, type);
  return PMPI_Reduce_scatter(in, out, counts, type, op, comm);
}
int MPI_Allgather(const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                  MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::all_gather, comm, 0, in_count, in_type);
  return PMPI_Allgather(out, count, type, in, in_count, in_type, comm);
}
int MPI_Allgatherv(const void* out, int count, MPI_Datatype type, void* in, const int* in_counts,
                   const int* displacements, MPI_Datatype in_type, MPI_Comm comm) {
  const InMpi here;
  int size = 0;
  long all = 0;
  PMPI_Comm_size(comm, &size);
  for (int i = 0; i < size; ++i) all += in_counts[i];
  Recorder::here().collective(Call::all_gather, comm, 0, static_cast<int>(all / size), in_type);
  return PMPI_Allgatherv(out, count, type, in, in_counts, displacements, in_type, comm);
}
int MPI_Gather(const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
               int root, MPI_Comm comm) {
  const InMpi here;
  const bool in_place = out == MPI_IN_PLACE;
  Recorder::here().collective(Call::gather, comm, root, in_place ? in_count : count,
                              in_place ? in_type : type);
  return PMPI_Gather(out, count, type, in, in_count, in_type, root, comm);
}
int MPI_Gatherv(const void* out, int count, MPI_Datatype type, void* in, const int* in_counts,
                const int* displacements, MPI_Datatype in_type, int root, MPI_Comm comm) {
  const InMpi here;
  const bool in_place = out == MPI_IN_PLACE;
  Recorder::here().collective(Call::gather, comm, root, in_place ? 0 : count, in_place ? MPI_BYTE : type);
  return PMPI_Gatherv(out, count, type, in, in_counts, displacements, in_type, root, comm);
}
int MPI_Scatter(const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                int root, MPI_Comm comm) {
  const InMpi here;
  const bool in_place = in == MPI_IN_PLACE;
  Recorder::here().collective(Call::scatter, comm, root, in_place ? count : in_count,
                              in_place ? type : in_type);
  return PMPI_Scatter(out, count, type, in, in_count, in_type, root, comm);
}
int MPI_Scatterv(const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                 int in_count, MPI_Datatype in_type, int root, MPI_Comm comm) {
  const InMpi here;
  const bool in_place = in == MPI_IN_PLACE;
  Recorder::here().collective(Call::scatter, comm, root, in_place ? 0 : in_count,
                              in_place ? MPI_BYTE : in_type);
  return PMPI_Scatterv(out, counts, displacements, type, in, in_count, in_type, root, comm);
}
int MPI_Alltoall(const void* out, int count, MPI_Datatype type, void* in, int in_count, MPI_Datatype in_type,
                 MPI_Comm comm) {
  const InMpi here;
  Recorder::here().collective(Call::all_to_all, comm, 0, in_count, in_type);
  return PMPI_Alltoall(out, count, type, in, in_count, in_type, comm);
}
int MPI_Alltoallv(const void* out, const int* counts, const int* displacements, MPI_Datatype type, void* in,
                  const int* in_counts, const int* in_displacements, MPI_Datatype in_type, MPI_Comm comm) {
  const InMpi here;
  const bool in_place = out == MPI_IN_PLACE;
  Recorder::here().all_to_all_v(comm, in_place ? in_counts : counts, in_place ? in_type : type);
  return PMPI_Alltoallv(out, counts, displacements, type, in, in_counts, in_displacements, in_type, comm);
}

int MPI_Start(MPI_Request* request) {
  Recorder::here().missed();
  return PMPI_Start(request);
}
int MPI_Startall(int count, MPI_Request* requests) {
  Recorder::here().missed();
  return PMPI_Startall(count, requests);
}
int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  Recorder::here().missed();
  return PMPI_Ibcast(data, count, type, root, comm, request);
}
int MPI_Iallreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  Recorder::here().missed();
  return PMPI_Iallreduce(in, out, count, type, op, comm, request);
}
int MPI_Put(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint at, int to_count,
            MPI_Datatype to_type, MPI_Win window) {
  Recorder::here().missed();
  return PMPI_Put(from, count, type, rank, at, to_count, to_type, window);
}
int MPI_Get(void* to, int count, MPI_Datatype type, int rank, MPI_Aint at, int from_count,
            MPI_Datatype from_type, MPI_Win window) {
  Recorder::here().missed();
  return PMPI_Get(to, count, type, rank, at, from_count, from_type, window);
}

}  // extern "C"
