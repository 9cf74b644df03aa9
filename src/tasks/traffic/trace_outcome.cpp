#include "tasks/traffic/trace_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/quantity.hpp"
#include "base/rounded_time.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "results/cell.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_format.hpp"
#include "traffic/trace/trace_writer.hpp"
#include "training/chakra_file.hpp"
#include "training/chakra_job.hpp"
#include "training/chakra_totals.hpp"
#include "training/collective_rounds.hpp"
#include "training/simai_job.hpp"
#include "training/simai_text.hpp"

namespace ebb::inline tasks {
namespace {

/// A job without any computing has no times of its own: the network alone gives them.
bool has_times(const TraceFile& trace) { return !trace.is_job() || trace.totals().length > 1_ps; }

Cell gbps_of_a_host(const TraceFile& trace) {
  const TraceTotals& t = trace.totals();
  const double host_seconds = t.length.seconds() * t.hosts;
  if (!has_times(trace) || host_seconds <= 0) return {};
  return static_cast<double>(t.payload_bytes) * 8e-9 / host_seconds;
}

Table trace_table(const std::string& name, const TraceFile& trace) {
  const TraceTotals& t = trace.totals();
  const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  Table table{.title = name,
              .columns = {{"hosts", "hosts"},
                          {"messages", "messages"},
                          {"payload_bytes", "payload", "B"},
                          {"length_us", "length", "us"},
                          {"load_gbps", "sent by a host", "Gb/s", Align::right, 4},
                          {"blocks", "blocks"},
                          {"file_bytes", "file", "B"}},
              .rows = {}};
  table.add({t.hosts, whole(t.messages), whole(t.payload_bytes),
             has_times(trace) ? Cell(t.length.seconds() * 1e6) : Cell(), gbps_of_a_host(trace),
             whole(t.blocks), whole(trace.size())});
  return table;
}

void add_notes(Table& table, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) table.notes.push_back(line);
}

/// Who talks to whom: how many pairs there are, and the three that send most.
Result<std::string> pairs_text(const TraceFile& trace) {
  std::map<std::pair<HostId, HostId>, std::int64_t> pairs;
  for (std::size_t b = 0; b < trace.blocks(); ++b) {
    const auto messages = trace.read(b);
    if (!messages) return messages.problems();
    for (const SentMessage& m : *messages)
      if (!m.is_step()) pairs[{m.source, m.destination}] += m.size.v;
  }
  std::vector<std::pair<std::int64_t, std::pair<HostId, HostId>>> most;
  for (const auto& [pair, bytes] : pairs) most.push_back({-bytes, pair});
  std::sort(most.begin(), most.end());
  std::string text = fmt::format("{} of hosts send", counted(pairs.size(), "pair"));
  for (std::size_t i = 0; i < std::min<std::size_t>(3, most.size()); ++i)
    text += fmt::format("{}{} -> {} {}", i == 0 ? "; most: " : ", ", most[i].second.first,
                        most[i].second.second, quantity_text(Bytes{-most[i].first}));
  return text;
}

Result<Table> chakra_summary(const std::string& path) {
  const auto ranks = read_chakra_ranks(path, 0);
  if (!ranks) return ranks.problems();
  const auto made = chakra_job(*ranks, TrainingCollectives::ring);
  if (!made) return made.problems();
  Table table{.title = path,
              .columns = {{"what", "what", "", Align::left},
                          {"nodes", "nodes"},
                          {"payload_bytes", "payload", "B"},
                          {"computing_us", "computing", "us", Align::right, 0}},
              .rows = {}};
  for (const ChakraTotal& total : chakra_totals(*ranks))
    table.add({total.what, static_cast<std::int64_t>(total.nodes), total.bytes, total.time.seconds() * 1e6});
  add_notes(table, made->about);
  return table;
}

Result<Table> simai_summary(const std::string& path) {
  const auto workload = read_simai_file(path);
  if (!workload) return workload.problems();
  Table table{.title = path,
              .columns = {{"what", "what", "", Align::left},
                          {"times", "times"},
                          {"payload_bytes", "payload", "B"},
                          {"computing_us", "computing", "us", Align::right, 0}},
              .rows = {}};
  for (const SimaiTotal& total : simai_totals(*workload))
    table.add({total.what, static_cast<std::int64_t>(total.times), total.bytes, total.time.seconds() * 1e6});
  add_notes(table, about_simai(*workload) + "of one accelerator, in all layers");
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
  if (std::filesystem::path(path).extension() == ".et") return chakra_summary(path);
  if (std::filesystem::path(path).extension() == ".txt") return simai_summary(path);
  const auto trace = TraceFile::open(path);
  if (!trace) return trace.problems();
  Table table = trace_table(path, **trace);
  table.notes.push_back(has_times(**trace)
                            ? fmt::format("lasts {}", moment_text((*trace)->totals().length))
                            : "has no computing, so its length and its load depend on the network alone");
  if ((*trace)->is_job()) table.notes.push_back("a job: its messages wait for each other");
  const auto pairs = pairs_text(**trace);
  if (!pairs) return pairs.problems();
  table.notes.push_back(*pairs);
  add_notes(table, (*trace)->note());
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
