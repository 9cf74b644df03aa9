#include "record/recorder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "base/digest.hpp"
#include "record/log_to_job.hpp"
#include "traffic/trace_writer.hpp"

namespace ebb::inline record {
namespace {

std::int64_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::int64_t>(count) * size;
}

std::string output_path() {
  const char* path = std::getenv("EBB_RECORD");
  return path && *path ? path : "job.ebbtrace";
}

/// Every process's records at the first one; empty at the others. `T` is plain.
template <class T>
std::vector<std::vector<T>> gather(const std::vector<T>& mine, MPI_Comm own) {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(own, &rank);
  PMPI_Comm_size(own, &ranks);
  const auto count = static_cast<std::int64_t>(mine.size());
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks));
  PMPI_Gather(&count, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, 0, own);
  std::vector<std::vector<T>> all;
  // One after the other, in pieces: a count of MPI has 31 bits.
  constexpr std::size_t piece = 1 << 20;
  if (rank != 0) {
    for (std::size_t at = 0; at < mine.size(); at += piece)
      PMPI_Send(mine.data() + at, static_cast<int>(std::min(piece, mine.size() - at) * sizeof(T)), MPI_BYTE,
                0, 0, own);
    return all;
  }
  all.push_back(mine);
  for (int from = 1; from < ranks; ++from) {
    std::vector<T> theirs(static_cast<std::size_t>(counts[static_cast<std::size_t>(from)]));
    for (std::size_t at = 0; at < theirs.size(); at += piece)
      PMPI_Recv(theirs.data() + at, static_cast<int>(std::min(piece, theirs.size() - at) * sizeof(T)),
                MPI_BYTE, from, 0, own, MPI_STATUS_IGNORE);
    all.push_back(std::move(theirs));
  }
  return all;
}

/// As ranks of all processes; empty when some are none of those.
std::vector<std::uint32_t> ranks_of(MPI_Group group) {
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> own(static_cast<std::size_t>(size)), ranks(own.size());
  std::iota(own.begin(), own.end(), 0);
  PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
  PMPI_Group_free(&world);
  if (std::find(ranks.begin(), ranks.end(), MPI_UNDEFINED) != ranks.end()) return {};
  return {ranks.begin(), ranks.end()};
}

/// Names and counts, to be sent.
std::vector<char> lines_of(const std::map<std::string, long>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += fmt::format("{} {}\n", count, name);
  return {text.begin(), text.end()};
}
/// "12 MPI_Put, 4 MPI_Get", of all processes together.
std::string sum_of(const std::vector<std::vector<char>>& all) {
  std::map<std::string, long> counts;
  for (const auto& lines : all) {
    std::istringstream in(std::string(lines.begin(), lines.end()));
    long count = 0;
    for (std::string name; in >> count && std::getline(in >> std::ws, name);) counts[name] += count;
  }
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  return text;
}

constexpr const char* to_strangers = "messages with processes outside of MPI_COMM_WORLD";

}  // namespace

Recorder& Recorder::here() {
  static Recorder recorder;
  return recorder;
}

void Recorder::start() {
  on_ = true;
  log_.calls.reserve(1 << 16);
  PMPI_Comm_dup(MPI_COMM_WORLD, &own_);
  learn(MPI_COMM_WORLD);
  leave();
}

void Recorder::learn(MPI_Comm comm) {
  if (!on_ || comm == MPI_COMM_NULL) return;
  const std::lock_guard guard(lock_);
  int between_groups = 0;
  PMPI_Comm_test_inter(comm, &between_groups);
  MPI_Group group = MPI_GROUP_NULL, other = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  std::vector<std::uint32_t> members = ranks_of(group), all = members;
  if (between_groups) {
    PMPI_Comm_remote_group(comm, &other);
    members = ranks_of(other);
    // Both sides must find the same number, so that the same group comes first.
    all.insert(all < members ? all.end() : all.begin(), members.begin(), members.end());
    all.push_back(static_cast<std::uint32_t>(all.size()));  // no group of one side has these members
    PMPI_Group_free(&other);
  }
  PMPI_Group_free(&group);
  Digest digest;
  digest.add(same_members_[all]++);
  for (const std::uint32_t member : all) digest.add(member);
  comms_[comm] = {digest.value(), members, between_groups != 0};
  if (!between_groups) groups_.push_back({digest.value(), std::move(members)});
}

void Recorder::forget(MPI_Comm comm) {
  const std::lock_guard guard(lock_);
  comms_.erase(comm);
  if (comm == last_comm_) last_comm_ = MPI_COMM_NULL;
}

/// One that was made by a call that is not watched has a number all the same; but its members may disagree
/// about it, and then the job cannot be put together.
const Recorder::Known& Recorder::known(MPI_Comm comm) {
  if (comm == last_comm_) return *last_known_;
  if (!comms_.count(comm)) learn(comm);
  last_comm_ = comm, last_known_ = &comms_.at(comm);
  return *last_known_;
}

RecordedCall& Recorder::add(Call call, const Known& group) {
  const std::lock_guard guard(lock_);
  RecordedCall& c = log_.calls.emplace_back();
  c.computed_ns = since_call_.count(), since_call_ = {};
  c.call = call, c.group = group.number;
  return c;
}

void Recorder::sent(MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
  if (!on_ || to == MPI_PROC_NULL) return;
  const Known& group = known(comm);
  if (!group.has(to)) return missed(to_strangers);
  RecordedCall& c = add(Call::send, group);
  c.peer = group.members[static_cast<std::size_t>(to)];
  c.tag = static_cast<std::uint32_t>(tag), c.bytes = bytes_of(count, type);
}

void Recorder::posted(MPI_Comm comm, MPI_Request request) {
  if (!on_) return;
  const std::uint32_t number = requests_++;
  add(Call::post, known(comm)).request = number;
  const std::lock_guard guard(lock_);
  pending_[request] = {number, comm};
}

void Recorder::complete_as(std::uint32_t request, MPI_Comm comm, const MPI_Status& status) {
  if (status.MPI_SOURCE < 0) return;  // from MPI_PROC_NULL
  const Known& group = known(comm);
  if (!group.has(status.MPI_SOURCE)) return missed(to_strangers);
  int count = 0;
  PMPI_Get_count(&status, MPI_BYTE, &count);
  RecordedCall& c = add(Call::complete, group);
  c.peer = group.members[static_cast<std::size_t>(status.MPI_SOURCE)];
  c.tag = static_cast<std::uint32_t>(status.MPI_TAG), c.bytes = count, c.request = request;
}

void Recorder::completed(MPI_Request request, const MPI_Status& status) {
  if (!on_) return;
  const auto found = pending_.find(request);
  if (found == pending_.end()) return;
  const Pending pending = found->second;
  pending_.erase(found);
  if (pending.collective)
    add(Call::ended, known(pending.comm)).request = pending.request;
  else
    complete_as(pending.request, pending.comm, status);
}

void Recorder::received(MPI_Comm comm, const MPI_Status& status) {
  if (!on_ || status.MPI_SOURCE < 0) return;
  const std::uint32_t number = requests_++;
  add(Call::post, known(comm)).request = number;
  complete_as(number, comm, status);
}

void Recorder::note_begin(RecordedCall& call, const MPI_Request* begins, MPI_Comm comm) {
  if (!begins) return;
  call.begins = 1, call.request = requests_++;
  const std::lock_guard guard(lock_);
  pending_[*begins] = {call.request, comm, true};
}

void Recorder::collective(Call call, MPI_Comm comm, int root, int count, MPI_Datatype type,
                          const MPI_Request* begins) {
  if (!on_) return;
  const Known& group = known(comm);
  RecordedCall& c = add(call, group);
  c.peer = group.members[static_cast<std::size_t>(root)], c.bytes = bytes_of(count, type);
  note_begin(c, begins, comm);
}

void Recorder::prepared(MPI_Request request, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
  if (!on_) return;
  const std::lock_guard guard(lock_);
  prepared_[request] = {comm, to, tag, count, type};
}

void Recorder::started(MPI_Request request) {
  const auto found = prepared_.find(request);
  if (!on_ || found == prepared_.end()) return;
  const Prepared& p = found->second;
  if (p.to == no_receiver)
    posted(p.comm, request);
  else
    sent(p.comm, p.to, p.tag, p.count, p.type);
}

void Recorder::released(MPI_Request request) {
  const std::lock_guard guard(lock_);
  prepared_.erase(request);
  if (pending_.erase(request) > 0) ++missed_["receives that were let go"];  // it ends unseen
}

void Recorder::all_to_all_v(MPI_Comm comm, const int* counts, MPI_Datatype type, const MPI_Request* begins) {
  if (!on_) return;
  const Known& group = known(comm);
  const std::size_t members = group.members.size();
  RecordedCall& c = add(Call::all_to_all_v, group);
  c.first = static_cast<std::uint32_t>(log_.more.size());
  for (std::size_t i = 0; i < members; ++i) log_.more.push_back(bytes_of(counts[i], type));
  note_begin(c, begins, comm);
}

void Recorder::missed(const std::string& name) {
  const std::lock_guard guard(lock_);
  if (on_) ++missed_[name];
}

bool Recorder::misses_unusual(MPI_Comm comm, const char* name) {
  if (!on_) return false;
  const Known& group = known(comm);
  if (group.is_one_group()) return false;
  missed(fmt::format("{} {}", name,
                     group.between_groups ? "between groups" : "with processes outside of MPI_COMM_WORLD"));
  return true;
}

void Recorder::finish() {
  if (!on_) return;
  on_ = false;
  const auto calls = gather(log_.calls, own_);
  const auto more = gather(log_.more, own_);
  std::vector<std::uint64_t> flat;
  for (const Group& group : groups_) {
    flat.push_back(group.number), flat.push_back(group.members.size());
    flat.insert(flat.end(), group.members.begin(), group.members.end());
  }
  const auto groups = gather(flat, own_);
  const auto missed = gather(lines_of(missed_), own_);
  PMPI_Comm_free(&own_);
  if (calls.empty()) return;
  std::vector<ProcessLog> logs(calls.size());
  std::map<std::uint64_t, std::vector<std::uint32_t>> known_groups;
  for (std::size_t p = 0; p < calls.size(); ++p) {
    logs[p] = {calls[p], more[p]};
    for (std::size_t at = 0; at < groups[p].size();) {
      const std::uint64_t number = groups[p][at], size = groups[p][at + 1];
      auto& members = known_groups[number];
      members.assign(groups[p].begin() + static_cast<std::ptrdiff_t>(at) + 2,
                     groups[p].begin() + static_cast<std::ptrdiff_t>(at + 2 + size));
      at += 2 + size;
    }
  }
  std::vector<Group> all;
  for (auto& [number, members] : known_groups) all.push_back({number, std::move(members)});
  write(logs, all, sum_of(missed));
}

/// On the first process.
void Recorder::write(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups,
                     const std::string& missed) const {
  const std::string path = output_path();
  JobMaker job(static_cast<std::uint32_t>(logs.size()));
  if (const std::string wrong = log_to_job(logs, groups, job); !wrong.empty()) {
    fmt::print(stderr, "ebb-record: no trace: {}\n", wrong);
    return;
  }
  TraceWriter out(path, Existing::is_replaced, TraceForm::job);
  const auto totals = job.write(out);
  if (!totals)
    fmt::print(stderr, "ebb-record: {}", to_text(totals.problems()));
  else
    fmt::print(stderr, "ebb-record: {}: {} processes, {} operations, {} bytes\n", path, logs.size(),
               totals->messages, totals->payload_bytes);
  if (!missed.empty()) fmt::print(stderr, "ebb-record: these calls are not in it: {}\n", missed);
}

}  // namespace ebb::inline record
