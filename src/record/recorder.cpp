#include "record/recorder.hpp"

#include <fmt/core.h>

namespace ebb::inline record {
namespace {

std::int64_t size_of(MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return size;
}

constexpr const char* to_strangers = "messages with processes outside of MPI_COMM_WORLD";

/// Records the end of its thread: what the first thread does from then on comes after all calls of this one.
struct ThreadEnd {
  ThreadLog* log = nullptr;
  const ThreadLog* first = nullptr;
  ~ThreadEnd() {
    if (!log) return;
    log->join_before.store(first->recorded.load(std::memory_order_relaxed), std::memory_order_relaxed);
    own_log = nullptr;
  }
};

}  // namespace

/// Never destroyed: threads may end after the end of main().
Recorder& Recorder::here() {
  static Recorder& recorder = *new Recorder;
  return recorder;
}

ThreadLog& Recorder::new_log() {
  thread_local ThreadEnd end;
  const std::lock_guard guard(lock_);
  const ThreadLog* first = logs_.empty() ? nullptr : logs_.front().get();
  own_log = logs_.emplace_back(std::make_unique<ThreadLog>(first)).get();
  if (first) end = {own_log, first};
  return *own_log;
}

void Recorder::start() {
  on_ = true;
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  concurrent_ = level == MPI_THREAD_MULTIPLE;
  PMPI_Comm_dup(MPI_COMM_WORLD, &own_);
  learn(MPI_COMM_WORLD, MPI_COMM_NULL);
  ThreadLog& log = mine();
  log.log.calls.reserve(1 << 16);
  log.leave();
}

void Recorder::sent(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
  if (!on_ || to == MPI_PROC_NULL) return;
  ThreadLog& log = mine();
  add_send(log, comms_.known(comm, log), to, tag, count * size_of(type));
}

void Recorder::add_send(ThreadLog& log, const KnownComm& comm, int to, int tag, std::int64_t bytes) {
  if (!comm.has(to)) return missed(to_strangers);
  RecordedCall& c = log.add(Call::send, comm.number, next_number());
  c.peer = comm.members[static_cast<std::size_t>(to)];
  c.tag = static_cast<std::uint32_t>(tag), c.bytes = bytes;
}

void Recorder::posted(MPI_Comm comm, MPI_Request request) {
  if (!on_) return;
  ThreadLog& log = mine();
  add_post(log, comms_.known(comm, log), request);
}

void Recorder::add_post(ThreadLog& log, const KnownComm& comm, MPI_Request request) {
  const std::uint32_t number = next_number();
  log.add(Call::post, comm.number, number);
  requests_.add(request, {number, &comm});
}

void Recorder::add_complete(ThreadLog& log, const KnownComm& comm, std::uint32_t request,
                            const MPI_Status& status) {
  if (status.MPI_SOURCE < 0) return;  // from MPI_PROC_NULL
  if (!comm.has(status.MPI_SOURCE)) return missed(to_strangers);
  int count = 0;
  PMPI_Get_count(&status, MPI_BYTE, &count);
  RecordedCall& c = log.add(Call::complete, comm.number, request);
  c.peer = comm.members[static_cast<std::size_t>(status.MPI_SOURCE)];
  c.tag = static_cast<std::uint32_t>(status.MPI_TAG), c.bytes = count;
}

void Recorder::completed(MPI_Request request, const std::optional<PendingRequest>& ahead,
                         const MPI_Status& status) {
  if (!on_) return;
  const std::optional<PendingRequest> pending = concurrent_ ? ahead : requests_.take(request);
  if (!pending) return;
  if (concurrent_) requests_.remove(request, pending->number);
  if (pending->collective)
    mine().add(Call::ended, pending->comm->number, pending->number);
  else
    add_complete(mine(), *pending->comm, pending->number, status);
}

void Recorder::received(MPI_Comm comm, const MPI_Status& status) {
  if (!on_ || status.MPI_SOURCE < 0) return;
  ThreadLog& log = mine();
  const KnownComm& known = comms_.known(comm, log);
  const std::uint32_t number = next_number();
  log.add(Call::post, known.number, number);
  add_complete(log, known, number, status);
}

void Recorder::note_begin(const RecordedCall& call, const MPI_Request* begins, const KnownComm& comm) {
  if (begins) requests_.add(*begins, {call.request, &comm, true});
}

void Recorder::collective(Call call, MPI_Comm comm, int root, int count, MPI_Datatype type,
                          const MPI_Request* begins) {
  if (!on_) return;
  ThreadLog& log = mine();
  const KnownComm& group = comms_.known(comm, log);
  RecordedCall& c = log.add(call, group.number, next_number());
  const std::int64_t element = size_of(type);
  c.peer = group.members[static_cast<std::size_t>(root)];
  c.tag = static_cast<std::uint32_t>(element), c.bytes = count * element;
  c.begins = begins != nullptr;
  note_begin(c, begins, group);
}

void Recorder::all_to_all_v(MPI_Comm comm, const int* counts, MPI_Datatype type, const MPI_Request* begins) {
  if (!on_) return;
  ThreadLog& log = mine();
  const KnownComm& group = comms_.known(comm, log);
  const std::size_t members = group.members.size();
  const std::int64_t element = size_of(type);
  RecordedCall& c = log.add(Call::all_to_all_v, group.number, next_number());
  c.first = static_cast<std::uint32_t>(log.log.more.size());
  for (std::size_t i = 0; i < members; ++i) log.log.more.push_back(counts[i] * element);
  c.begins = begins != nullptr;
  note_begin(c, begins, group);
}

void Recorder::prepared(MPI_Request request, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
  if (on_) requests_.prepare(request, {&comms_.known(comm, mine()), to, tag, count * size_of(type)});
}

void Recorder::started(MPI_Request request) {
  if (!on_) return;
  const std::optional<PreparedRequest> p = requests_.prepared(request);
  if (!p || p->to == MPI_PROC_NULL) return;
  if (p->to == no_receiver)
    add_post(mine(), *p->comm, request);
  else
    add_send(mine(), *p->comm, p->to, p->tag, p->bytes);
}

void Recorder::released(MPI_Request request) {
  if (requests_.release(request)) missed("cancelled receives");
}

void Recorder::missed(const std::string& name) {
  if (!on_) return;
  const std::lock_guard guard(lock_);
  ++missed_[name];
}

bool Recorder::misses_collective(MPI_Comm comm, const char* name) {
  if (!on_) return false;
  const KnownComm& group = comms_.known(comm, mine());
  if (group.is_one_group()) return false;
  missed(fmt::format("{} {}", name,
                     group.between_groups ? "between groups" : "with processes outside of MPI_COMM_WORLD"));
  return true;
}

}  // namespace ebb::inline record
