#include "tasks/traffic/convert_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "base/whole_file.hpp"
#include "traffic/job/job.hpp"
#include "traffic/trace/goal_text.hpp"
#include "traffic/trace/trace_file.hpp"
#include "traffic/trace/trace_text.hpp"
#include "traffic/trace/trace_writer.hpp"
#include "training/chakra_file.hpp"
#include "training/chakra_job.hpp"
#include "training/collective_rounds.hpp"
#include "training/rank_groups.hpp"
#include "training/simai_job.hpp"
#include "training/simai_text.hpp"

namespace ebb::inline tasks {
namespace {

bool is_goal(const std::string& path) { return std::filesystem::path(path).extension() == ".goal"; }
bool is_chakra(const std::string& path) { return std::filesystem::path(path).extension() == ".et"; }
bool is_simai(const std::string& path) { return std::filesystem::path(path).extension() == ".txt"; }
bool is_csv(const std::string& path) { return std::filesystem::path(path).extension() == ".csv"; }

/// Refuses a pipe or a device, which may never end.
Problems check_regular(const std::string& path, const char* hint) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {{path, "there is no such file", hint}};
  if (std::filesystem::is_regular_file(path, error)) return {};
  return {{path, "is not a regular file", "save its output to a file, and name that file"}};
}

Problems open_text(const std::string& path, const char* hint, std::ifstream& in) {
  if (Problems problems = check_regular(path, hint); !problems.empty()) return problems;
  in.open(path, std::ios::binary);
  if (!in) return {{path, fmt::format("cannot be read: {}", std::strerror(errno)), hint}};
  return {};
}

/// A trace is recognised by its first bytes, and a text is read again from its beginning.
bool holds_a_trace(std::ifstream& in) {
  std::array<char, file_head_size> head{};
  in.read(head.data(), head.size());
  in.clear();
  return std::string_view(head.data(), trace_kind.magic.size()) == trace_kind.magic;
}

Result<TraceOutcome> csv_to_trace(const TraceConvertOptions& options) {
  std::ifstream in;
  if (Problems problems = open_text(options.file, "name a CSV file or a trace", in); !problems.empty())
    return problems;
  if (holds_a_trace(in))
    return Problem{"-o",
                   fmt::format("is \"{}\", but a trace becomes a CSV or a GOAL file", options.target.out),
                   "for example: -o trace.csv"};
  TraceWriter writer(options.target.out, options.target.existing(), form_of_text(in));
  TraceExtent extent;
  if (Problems problems = read_trace_text(in, options.file, writer, extent); !problems.empty())
    return problems;
  if (!extent.names.empty())
    return Problem{options.file,
                   fmt::format("names its hosts (\"{}\"), but a trace has numbers only", extent.names[0]),
                   "name the CSV file itself in [traffic] workload: its names are looked up in the network"};
  const auto hosts = std::max(extent.hosts, static_cast<std::uint32_t>(options.hosts));
  const auto totals = writer.finish(hosts, extent.length);
  if (!totals) return TraceOutcome{.failure = totals.problems()};
  if (extent.is_counted) return written_trace(options.target.out);
  return written_trace(
      options.target.out,
      fmt::format("{} does not state its number of messages, so a truncated file would go unnoticed; "
                  "add `# messages={}` as its last line\n",
                  options.file, totals->messages));
}

Result<TraceOutcome> goal_to_trace(const TraceConvertOptions& options) {
  std::ifstream in;
  if (Problems problems = open_text(options.file, "name a GOAL file", in); !problems.empty()) return problems;
  auto job = read_goal(in, options.file);
  if (!job) return job.problems();
  return write_job(*job, options.target);
}

Result<CollectiveStyle> style_of(const TraceConvertOptions& options) {
  constexpr auto names = names_of(TrainingCollectives{});
  const auto found = std::find(names.begin(), names.end(), options.collectives);
  if (found == names.end())
    return Problem{"--collectives", fmt::format("has no \"{}\"", options.collectives),
                   name_hint(options.collectives, {names.begin(), names.end()})};
  if (options.per_server < 1 || options.per_server > most_training_ranks)
    return Problem{"--per-server",
                   fmt::format("is {}, but must be from 1 to {}", options.per_server, most_training_ranks),
                   "for example: --per-server 8"};
  if (!(options.skew >= 0 && options.skew < 1))
    return Problem{"--skew", fmt::format("is {}, but must be from 0 to below 1", options.skew),
                   "for example: --skew 0.5"};
  CollectiveStyle style(static_cast<TrainingCollectives>(found - names.begin()));
  style.per_server = static_cast<std::uint32_t>(options.per_server), style.skew = options.skew;
  return style;
}

/// `made` is a job with lines about it.
template <class Made>
Result<TraceOutcome> write_noted(Result<Made> made, const TraceTarget& target) {
  if (!made) return made.problems();
  TraceWriter writer(target.out, target.existing(), made->about);
  const auto totals = made->job.write(writer);
  if (!totals) return TraceOutcome{.failure = totals.problems()};
  return written_trace(target.out);
}

Result<TraceOutcome> chakra_to_trace(const TraceConvertOptions& options) {
  const auto style = style_of(options);
  if (!style) return style.problems();
  if (options.ranks < 0 || options.ranks > most_training_ranks)
    return Problem{"--ranks",
                   fmt::format("is {}, but must be from 1 to {}", options.ranks, most_training_ranks),
                   "for example: --ranks 8"};
  auto nodes = read_chakra_ranks(options.file, options.ranks);
  if (!nodes) return nodes.problems();
  return write_noted(chakra_job(*nodes, *style), options.target);
}

Result<TraceOutcome> simai_to_trace(const TraceConvertOptions& options) {
  const auto style = style_of(options);
  if (!style) return style.problems();
  const auto workload = read_simai_file(options.file);
  if (!workload) return workload.problems();
  return write_noted(simai_job(*workload, options.ranks, *style), options.target);
}

Result<TraceOutcome> trace_to_goal(const TraceFile& trace, const TraceConvertOptions& options) {
  if (!trace.is_job())
    return Problem{options.file, "is not a job: its messages have no dependencies, which a GOAL file needs",
                   "write CSV instead: -o trace.csv"};
  const auto job = Job::load(trace);
  if (!job) return job.problems();
  const TraceTarget& target = options.target;
  WholeFile out(target.out, target.existing());
  out.write(goal_text(**job));
  if (const std::string& wrong = out.finish(); !wrong.empty())
    return TraceOutcome{
        .failure = {{target.out, "cannot be written: " + wrong, "name another file with -o"}}};
  return TraceOutcome{};
}

Result<TraceOutcome> trace_to_text(const TraceConvertOptions& options) {
  const auto trace = TraceFile::open(options.file);
  if (!trace) return trace.problems();
  if (is_goal(options.target.out)) return trace_to_goal(**trace, options);
  WholeFile out(options.target.out, options.target.existing());
  return TraceOutcome{.failure = write_trace_text(**trace, out, options.target.out)};
}

}  // namespace

std::string names_of_collectives() {
  return fmt::format("{}", fmt::join(names_of(TrainingCollectives{}), ", "));
}

Result<TraceOutcome> convert_trace(const TraceConvertOptions& options) {
  const std::string& out = options.target.out;
  std::error_code error;
  if (std::filesystem::equivalent(options.file, out, error))
    return Problem{"-o", "is the file that is read", "name another file"};
  if (Problems problems = options.target.check(); !problems.empty()) return problems;
  if (options.hosts < 0 || options.hosts >= no_id)
    return Problem{"--hosts", fmt::format("is {}, but must be from 0 to {}", options.hosts, no_id - 1),
                   "for example: --hosts 64"};
  if (is_goal(out) || is_csv(out)) return trace_to_text(options);
  if (is_chakra(options.file)) return chakra_to_trace(options);
  if (is_simai(options.file)) return simai_to_trace(options);
  return is_goal(options.file) ? goal_to_trace(options) : csv_to_trace(options);
}

}  // namespace ebb::inline tasks
