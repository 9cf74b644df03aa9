#include "tasks/traffic/trace_outcome.hpp"

#include <filesystem>
#include <sstream>

#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_format.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline tasks {
namespace {

Table trace_table(const std::string& name, const TraceTotals& t, std::uint64_t file_bytes) {
  const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  Table table{.title = name,
              .columns = {{"hosts", "hosts"},
                          {"messages", "messages"},
                          {"payload_bytes", "payload", "B"},
                          {"length_us", "length", "us", Align::right, 3},
                          {"load_gbps", "sent by a host", "Gb/s", Align::right, 4},
                          {"blocks", "blocks"},
                          {"file_bytes", "file", "B"}},
              .rows = {}};
  const double host_seconds = t.length.seconds() * t.hosts;
  const double gbps = host_seconds > 0 ? static_cast<double>(t.payload_bytes) * 8e-9 / host_seconds : 0;
  table.add({t.hosts, whole(t.messages), whole(t.payload_bytes), t.length.seconds() * 1e6, gbps,
             whole(t.blocks), whole(file_bytes)});
  return table;
}

}  // namespace

Problems TraceTarget::check() const {
  std::error_code error;
  if (std::filesystem::is_directory(out, error)) return {{out, "is a folder", "name a file with -o"}};
  if (!force && std::filesystem::exists(out, error))
    return {{out, "exists already", "name another file with -o, or replace it with --force"}};
  if (const std::string wrong = check_writable(out); !wrong.empty())
    return {{out, "cannot be written: " + wrong, "name another file with -o"}};
  return {};
}

Result<Table> trace_summary(const std::string& path) {
  const auto trace = TraceFile::open(path);
  if (!trace) return trace.problems();
  Table table = trace_table(path, (*trace)->totals(), (*trace)->size());
  if ((*trace)->is_job()) table.notes.push_back("a job: its messages wait for each other");
  std::istringstream lines((*trace)->note());
  for (std::string line; std::getline(lines, line);) table.notes.push_back(line);
  return table;
}

Result<TraceOutcome> written_trace(const std::string& path, std::string notice) {
  auto summary = trace_summary(path);
  if (!summary) return summary.problems();
  return TraceOutcome{.notice = std::move(notice), .summary = std::move(*summary)};
}

Result<TraceOutcome> write_job(JobMaker& job, const TraceTarget& target, std::string notice) {
  TraceWriter writer(target.out, target.existing(), TraceForm::job);
  const auto totals = job.write(writer);
  if (!totals) return TraceOutcome{.notice = std::move(notice), .failure = totals.problems()};
  return written_trace(target.out, std::move(notice));
}

}  // namespace ebb::inline tasks
