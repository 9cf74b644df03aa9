// The end of a recorded program: the logs of all threads and processes become one job.
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "base/whole_file.hpp"
#include "record/log_to_job.hpp"
#include "record/recorder.hpp"
#include "traffic/job/job_maker.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline record {
namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

/// Returns every process's records at the first one; empty at the others. `T` is trivially copyable.
template <class T>
std::vector<std::vector<T>> gather(std::vector<T> mine, MPI_Comm own) {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(own, &rank);
  PMPI_Comm_size(own, &ranks);
  const auto count = static_cast<std::int64_t>(mine.size());
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks));
  PMPI_Gather(&count, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, 0, own);
  std::vector<std::vector<T>> all;
  // Process by process, in pieces: a count of MPI has 31 bits.
  constexpr std::size_t piece = 1 << 20;
  if (rank != 0) {
    for (std::size_t at = 0; at < mine.size(); at += piece)
      PMPI_Send(mine.data() + at, static_cast<int>(std::min(piece, mine.size() - at) * sizeof(T)), MPI_BYTE,
                0, 0, own);
    return all;
  }
  all.push_back(std::move(mine));
  for (int from = 1; from < ranks; ++from) {
    std::vector<T> theirs(static_cast<std::size_t>(counts[static_cast<std::size_t>(from)]));
    for (std::size_t at = 0; at < theirs.size(); at += piece)
      PMPI_Recv(theirs.data() + at, static_cast<int>(std::min(piece, theirs.size() - at) * sizeof(T)),
                MPI_BYTE, from, 0, own, MPI_STATUS_IGNORE);
    all.push_back(std::move(theirs));
  }
  return all;
}

/// Concatenates the threads' calls, in the order in which the threads first called MPI.
ProcessLog merge(std::vector<std::unique_ptr<ThreadLog>>& logs) {
  ProcessLog all = std::move(logs.front()->log);
  const std::size_t last =
      all.calls.empty() ? 0 : all.calls.size() - 1;  // MPI_Finalize waits for all threads
  all.threads.push_back({0, all.calls.size(), 0, 0});
  for (std::size_t t = 1; t < logs.size(); ++t) {
    ProcessLog& one = logs[t]->log;
    const std::size_t first = all.calls.size();
    for (RecordedCall& c : one.calls) {
      c.first += static_cast<std::uint32_t>(all.more.size());
      all.calls.push_back(c);
    }
    all.more.insert(all.more.end(), one.more.begin(), one.more.end());
    all.threads.push_back(
        {first, all.calls.size(), logs[t]->fork_after, std::min(last, logs[t]->join_before.load())});
  }
  return all;
}

std::vector<std::uint64_t> flat(const std::vector<Group>& groups) {
  std::vector<std::uint64_t> words;
  for (const Group& group : groups) {
    words.push_back(group.number), words.push_back(group.members.size());
    words.insert(words.end(), group.members.begin(), group.members.end());
  }
  return words;
}
/// Returns all processes' groups, each once.
std::vector<Group> groups_in(const std::vector<std::vector<std::uint64_t>>& all) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> by_number;
  for (const std::vector<std::uint64_t>& words : all)
    for (std::size_t at = 0; at < words.size(); at += 2 + words[at + 1]) {
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at) + 2;
      by_number[words[at]].assign(first, first + static_cast<std::ptrdiff_t>(words[at + 1]));
    }
  std::vector<Group> groups;
  for (auto& [number, members] : by_number) groups.push_back({number, std::move(members)});
  return groups;
}

/// Serialises names and counts.
std::vector<char> lines_of(const std::map<std::string, long>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += fmt::format("{} {}\n", count, name);
  return {text.begin(), text.end()};
}
/// Returns "12 MPI_Put, 4 MPI_Get", summed over all processes.
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

/// Returns the rules for the algorithms of collective calls: EBB_RECORD_COLLECTIVES.
CollectiveRules collective_rules() {
  const auto names = names_of(CollectiveRules{});
  const std::string wanted = environment("EBB_RECORD_COLLECTIVES", names[0].data());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (wanted == names[i]) return static_cast<CollectiveRules>(i);
  fmt::print(stderr, "ebb-record: EBB_RECORD_COLLECTIVES: is \"{}\", which is unknown; {} is used\n", wanted,
             names[0]);
  fmt::print(stderr, "    hint: valid: {}\n", fmt::join(names, ", "));
  return CollectiveRules::open_mpi;
}

/// Writes the job; on the first process.
void write(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, const std::string& missed) {
  const std::string path = environment("EBB_RECORD", "job.ebbtrace");
  JobMaker job(static_cast<std::uint32_t>(logs.size()));
  AlgorithmUses used;
  if (const std::string wrong = log_to_job(logs, groups, job, collective_rules(), &used); !wrong.empty()) {
    fmt::print(stderr, "ebb-record: no trace: {}\n", wrong);
    return;
  }
  TraceWriter out(path, Existing::is_replaced, to_text(used));
  const auto totals = job.write(out);
  if (!totals)
    fmt::print(stderr, "ebb-record: {}", to_text(totals.problems()));
  else
    fmt::print(stderr, "ebb-record: {}: {} processes, {} operations, {} bytes\n", path, logs.size(),
               totals->messages, totals->payload_bytes);
  std::istringstream lines(to_text(used));
  for (std::string line; std::getline(lines, line);) fmt::print(stderr, "ebb-record: {}\n", line);
  if (!missed.empty()) fmt::print(stderr, "ebb-record: these calls are not in it: {}\n", missed);
}

}  // namespace

void Recorder::finish() {
  if (!on_) return;
  on_ = false;
  std::unique_lock guard(lock_);
  ProcessLog mine = merge(logs_);
  const std::vector<char> mine_missed = lines_of(missed_);
  guard.unlock();
  auto calls = gather(std::move(mine.calls), own_);
  auto more = gather(std::move(mine.more), own_);
  auto threads = gather(std::move(mine.threads), own_);
  const auto groups = gather(flat(comms_.groups()), own_);
  const auto missed = gather(mine_missed, own_);
  PMPI_Comm_free(&own_);
  if (calls.empty()) return;
  std::vector<ProcessLog> logs(calls.size());
  for (std::size_t p = 0; p < calls.size(); ++p)
    logs[p] = {std::move(calls[p]), std::move(more[p]), std::move(threads[p])};
  write(logs, groups_in(groups), sum_of(missed));
}

}  // namespace ebb::inline record
