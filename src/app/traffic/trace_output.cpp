#include "app/traffic/trace_output.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "traffic/trace/trace_file.hpp"

namespace ebb::inline app {
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

void TraceOutput::add_options(Command& command, const std::string& what) {
  command.add_option("-o,--output", out, what)->required();
  command.add_flag("--force", force, "replace the file if it is there already");
  format.add_options(command);
}

Problems TraceOutput::check() const {
  std::error_code error;
  if (std::filesystem::is_directory(out, error)) return {{out, "is a folder", "name a file with -o"}};
  if (!force && std::filesystem::exists(out, error))
    return {{out, "is there already", "name another file with -o, or say --force to replace it"}};
  if (const std::string wrong = check_writable(out); !wrong.empty())
    return {{out, "cannot be written: " + wrong, "name another file with -o"}};
  return {};
}

int show_trace(const std::string& path, const OutputFormat& format) {
  const auto trace = TraceFile::open(path);
  if (!trace) return refuse(trace.problems());
  fmt::print("{}", render(trace_table(path, (*trace)->totals(), (*trace)->size()), format.format()));
  return succeeded;
}

int write_job(JobMaker& job, const TraceOutput& output) {
  TraceWriter writer(output.out, output.existing(), TraceForm::job);
  const auto totals = job.write(writer);
  if (!totals) return report_failure(totals.problems());
  return show_trace(output.out, output.format);
}

}  // namespace ebb::inline app
