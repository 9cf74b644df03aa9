// Intercepts the MPI calls of a program: each is passed on to the library under its PMPI name and recorded.
// Loaded before the program by LD_PRELOAD. Collective calls are in interpose_collectives.cpp.
#include <mpi.h>

#include <optional>
#include <vector>

#include "record/recorder.hpp"

using ebb::Call;
using ebb::InMpi;
using ebb::PendingRequest;
using ebb::Recorder;

namespace {

/// A request, looked up before MPI completes it and clears its handle.
class Watched {
 public:
  explicit Watched(MPI_Request request) : request_(request), ahead_(Recorder::here().find_ahead(request)) {}
  void completed(const MPI_Status& status) const { Recorder::here().completed(request_, ahead_, status); }

 private:
  MPI_Request request_;
  std::optional<PendingRequest> ahead_;
};

/// Several of them, and where their statuses are.
struct Requests {
  Requests(int count, const MPI_Request* all, MPI_Status* theirs)
      : before(all, all + count),
        own(theirs == MPI_STATUSES_IGNORE ? static_cast<std::size_t>(count) : 0),
        statuses(theirs == MPI_STATUSES_IGNORE ? own.data() : theirs) {}
  void completed(int i) const { completed(i, i); }
  void completed(int request, int status) const {
    before[static_cast<std::size_t>(request)].completed(statuses[status]);
  }
  std::vector<Watched> before;
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
  Recorder::mine().enter();
  // The end of the program is recorded as a barrier, so that the computing before it counts.
  Recorder::here().collective(Call::barrier, MPI_COMM_WORLD, 0, 0, MPI_BYTE);
  Recorder::here().finish();
  return PMPI_Finalize();
}

/// A call that creates a communicator from PARENT.
#define EBB_COMM(NAME, PARENT, PARAMETERS, ARGUMENTS)         \
  int MPI_##NAME(EBB_LIST PARAMETERS, MPI_Comm* made) {       \
    const InMpi here;                                         \
    const int result = PMPI_##NAME(EBB_LIST ARGUMENTS, made); \
    Recorder::here().learn(*made, PARENT);                    \
    return result;                                            \
  }
#define EBB_LIST(...) __VA_ARGS__
EBB_COMM(Comm_dup, comm, (MPI_Comm comm), (comm))
EBB_COMM(Comm_dup_with_info, comm, (MPI_Comm comm, MPI_Info info), (comm, info))
EBB_COMM(Comm_split, comm, (MPI_Comm comm, int color, int key), (comm, color, key))
EBB_COMM(Comm_split_type, comm, (MPI_Comm comm, int type, int key, MPI_Info info), (comm, type, key, info))
EBB_COMM(Comm_create, comm, (MPI_Comm comm, MPI_Group group), (comm, group))
EBB_COMM(Comm_create_group, comm, (MPI_Comm comm, MPI_Group group, int tag), (comm, group, tag))
EBB_COMM(Intercomm_create, MPI_COMM_NULL,
         (MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag),
         (local, leader, peer, remote_leader, tag))
EBB_COMM(Intercomm_merge, comm, (MPI_Comm comm, int high), (comm, high))
EBB_COMM(Cart_create, comm, (MPI_Comm comm, int n, const int* dims, const int* periods, int reorder),
         (comm, n, dims, periods, reorder))
EBB_COMM(Cart_sub, comm, (MPI_Comm comm, const int* remain), (comm, remain))
EBB_COMM(Graph_create, comm, (MPI_Comm comm, int n, const int* index, const int* edges, int reorder),
         (comm, n, index, edges, reorder))
EBB_COMM(Dist_graph_create, comm,
         (MPI_Comm comm, int n, const int* from, const int* degrees, const int* to, const int* weights,
          MPI_Info info, int reorder),
         (comm, n, from, degrees, to, weights, info, reorder))
EBB_COMM(Dist_graph_create_adjacent, comm,
         (MPI_Comm comm, int ins, const int* from, const int* in_weights, int outs, const int* to,
          const int* out_weights, MPI_Info info, int reorder),
         (comm, ins, from, in_weights, outs, to, out_weights, info, reorder))
#undef EBB_COMM
#undef EBB_LIST
int MPI_Comm_free(MPI_Comm* comm) {
  const InMpi here;
  Recorder::here().forget(*comm);
  return PMPI_Comm_free(comm);
}
int MPI_Comm_disconnect(MPI_Comm* comm) {
  const InMpi here;
  Recorder::here().forget(*comm);
  return PMPI_Comm_disconnect(comm);
}

/// A blocking send call, and its nonblocking variant.
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
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  const Watched watched(*request);
  const int result = PMPI_Wait(request, seen);
  watched.completed(*seen);
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
  MPI_Status own;
  MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
  const Watched watched(*request);
  const int result = PMPI_Test(request, flag, seen);
  if (!*flag) return result;  // the program polls again later: that is neither computing nor a recorded call
  const InMpi here;
  watched.completed(*seen);
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

int MPI_Testsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  const Requests all(count, requests, statuses);
  const int result = PMPI_Testsome(count, requests, done, indices, all.statuses);
  if (*done == MPI_UNDEFINED || *done == 0) return result;
  const InMpi here;
  for (int i = 0; i < *done; ++i) all.completed(indices[i], i);
  return result;
}

/// A persistent send request.
#define EBB_SEND_INIT(NAME)                                                                      \
  int MPI_##NAME(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, \
                 MPI_Request* request) {                                                         \
    const InMpi here;                                                                            \
    const int result = PMPI_##NAME(data, count, type, to, tag, comm, request);                   \
    Recorder::here().prepared(*request, comm, to, tag, count, type);                             \
    return result;                                                                               \
  }
EBB_SEND_INIT(Send_init)
EBB_SEND_INIT(Ssend_init)
EBB_SEND_INIT(Rsend_init)
EBB_SEND_INIT(Bsend_init)
#undef EBB_SEND_INIT

int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const InMpi here;
  const int result = PMPI_Recv_init(data, count, type, from, tag, comm, request);
  if (from != MPI_PROC_NULL)
    Recorder::here().prepared(*request, comm, Recorder::no_receiver, tag, count, type);
  return result;
}
int MPI_Start(MPI_Request* request) {
  const InMpi here;
  Recorder::here().started(*request);
  return PMPI_Start(request);
}
int MPI_Startall(int count, MPI_Request* requests) {
  const InMpi here;
  for (int i = 0; i < count; ++i) Recorder::here().started(requests[i]);
  return PMPI_Startall(count, requests);
}
int MPI_Request_free(MPI_Request* request) {
  const InMpi here;
  Recorder::here().released(*request);
  return PMPI_Request_free(request);
}

int MPI_Put(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint at, int to_count,
            MPI_Datatype to_type, MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Put(from, count, type, rank, at, to_count, to_type, window);
}
int MPI_Get(void* to, int count, MPI_Datatype type, int rank, MPI_Aint at, int from_count,
            MPI_Datatype from_type, MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Get(to, count, type, rank, at, from_count, from_type, window);
}

int MPI_Accumulate(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint at, int to_count,
                   MPI_Datatype to_type, MPI_Op op, MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Accumulate(from, count, type, rank, at, to_count, to_type, op, window);
}
int MPI_Get_accumulate(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                       MPI_Datatype to_type, int rank, MPI_Aint at, int at_count, MPI_Datatype at_type,
                       MPI_Op op, MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Get_accumulate(from, count, type, to, to_count, to_type, rank, at, at_count, at_type, op,
                             window);
}
int MPI_Fetch_and_op(const void* from, void* to, MPI_Datatype type, int rank, MPI_Aint at, MPI_Op op,
                     MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Fetch_and_op(from, to, type, rank, at, op, window);
}
int MPI_Compare_and_swap(const void* from, const void* compared, void* to, MPI_Datatype type, int rank,
                         MPI_Aint at, MPI_Win window) {
  Recorder::here().missed(__func__);
  return PMPI_Compare_and_swap(from, compared, to, type, rank, at, window);
}
int MPI_Rput(const void* from, int count, MPI_Datatype type, int rank, MPI_Aint at, int to_count,
             MPI_Datatype to_type, MPI_Win window, MPI_Request* request) {
  Recorder::here().missed(__func__);
  return PMPI_Rput(from, count, type, rank, at, to_count, to_type, window, request);
}
int MPI_Rget(void* to, int count, MPI_Datatype type, int rank, MPI_Aint at, int from_count,
             MPI_Datatype from_type, MPI_Win window, MPI_Request* request) {
  Recorder::here().missed(__func__);
  return PMPI_Rget(to, count, type, rank, at, from_count, from_type, window, request);
}
int MPI_Mrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  Recorder::here().missed(__func__);
  return PMPI_Mrecv(data, count, type, message, status);
}
int MPI_Imrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  Recorder::here().missed(__func__);
  return PMPI_Imrecv(data, count, type, message, request);
}

}  // extern "C"
