#include "tasks/run/why_task.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "report/network/channel_names.hpp"
#include "report/page/agreement_document.hpp"
#include "results/decisions.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline tasks {
namespace {

/// A time of the run, as typed: "25us".
Result<Picoseconds> read_moment(const std::string& option, const std::string& text,
                                const DecisionFile& file) {
  const auto time = parse_time(text);
  if (!time) return Problem{option, time.problems()[0].what, time.problems()[0].hint};
  const Picoseconds end = file.end().simulated;
  if (time->v < 0 || *time > end)
    return Problem{option, fmt::format("is {}, but the run went from 0 to {}", text, quantity_text(end)),
                   fmt::format("for example: {} {}", option, quantity_text(Picoseconds{end.v / 2}))};
  return time;
}

/// Reads the options into a selection, and reports all problems with them.
Problems read_selection(const WhyOptions& options, WhyAnswer& answer) {
  Problems problems;
  DecisionQuery& query = answer.query;
  const auto add = [&](const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); };
  if (!options.channel.empty()) {
    auto channels = find_channels(options.channel, answer.file.about().channels);
    if (channels)
      query.channels = *channels;
    else
      for (Problem p : channels.problems()) p.where = "--channel", problems.push_back(p);
  }
  const auto moment = [&](const std::string& option, const std::string& text, auto& into) {
    const auto time = read_moment(option, text, answer.file);
    if (time)
      into = *time;
    else
      add(time.problems());
  };
  if (!options.at.empty()) moment("--at", options.at, answer.at);
  if (options.between.size() == 2) {
    moment("--between", options.between[0], query.from);
    moment("--between", options.between[1], query.until);
    if (query.from && query.until && *query.until < *query.from)
      problems.push_back({"--between", "ends before it begins", "name the earlier moment first"});
  }
  if (!options.reason.empty()) add(check_reason(answer.file, options.reason));
  query.reason = options.reason;
  return problems;
}

/// The hosts' traffic in each span, in percent of their full rate; empty without a trace.
Result<std::vector<double>> load_over(const std::string& path, const DecisionsAbout& about, Picoseconds time,
                                      std::size_t spans) {
  std::vector<double> percent;
  if (path.empty()) return percent;
  const auto trace = TraceFile::open(path);
  if (!trace) return trace.problems();
  percent.resize(spans);
  const auto hosts = std::count_if(about.channels.begin(), about.channels.end(),
                                   [](const ChannelEnds& channel) { return channel.from_host; });
  const double most_bytes = time.seconds() / static_cast<double>(spans) * static_cast<double>(hosts) *
                            static_cast<double>(about.levels.back().v) / 8;
  for (std::size_t b = 0; b < (*trace)->blocks(); ++b) {
    const auto messages = (*trace)->read(b);
    if (!messages) return messages.problems();
    for (const SentMessage& message : *messages)
      if (message.at < time && most_bytes > 0)
        percent[static_cast<std::size_t>(static_cast<double>(message.at.v) / static_cast<double>(time.v) *
                                         static_cast<double>(spans))] +=
            100 * static_cast<double>(message.size.v) / most_bytes;
  }
  return percent;
}

}  // namespace

Result<WhyAnswer> explain_decisions(const WhyOptions& options) {
  auto file = DecisionFile::open(options.file);
  if (!file) return file.problems();
  WhyAnswer answer{std::move(*file), {}, {}};
  if (Problems problems = read_selection(options, answer); !problems.empty()) return problems;
  return answer;
}

std::string render_why(const WhyAnswer& answer, std::uint64_t most_decisions, std::uint64_t most_channels,
                       Format format) {
  const auto& [file, query, at] = answer;
  if (at && query.channels) return render_moment(file, *query.channels, *at, most_decisions, format);
  if (at) return render_rates(file, *at, format);
  if (!query.channels && !query.from && query.reason.empty())
    return render_overview(file, most_channels, format);
  DecisionQuery limited = query;
  limited.most = most_decisions;
  return render_history(file, limited, format);
}

Result<ComparedDecisions> compare_decisions(const std::string& ours, const std::string& theirs,
                                            const std::string& trace) {
  auto first = DecisionFile::open(ours);
  if (!first) return first.problems();
  auto second = DecisionFile::open(theirs);
  if (!second) return second.problems();
  auto agreement = agreement_of(*first, *second);
  if (!agreement) return agreement.problems();
  auto load = load_over(trace, first->about(), agreement->time, spans_of(*agreement));
  if (!load) return load.problems();
  return ComparedDecisions{std::move(*first), std::move(*second), std::move(*agreement), std::move(*load)};
}

}  // namespace ebb::inline tasks
