#include "app/run/why_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/command/count_option.hpp"
#include "app/command/report_option.hpp"
#include "app/output/output_format.hpp"
#include "base/quantity.hpp"
#include "report/decisions/why_report.hpp"
#include "report/network/channel_names.hpp"
#include "report/page/agreement_document.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline app {
namespace {

/// Lines that a terminal shows by default.
constexpr std::uint64_t usual_lines = 20, usual_channels = 10;

struct WhyArguments {
  std::string file, against, trace, report, channel, at, reason;
  std::string limit;  ///< as typed
  std::vector<std::string> between;
  OutputFormat output;

  /// All formats but text have all lines unless --limit is given.
  std::uint64_t lines(std::uint64_t usual) const {
    const auto typed = read_count_option("--limit", limit, "50");
    return typed ? *typed : output.format() == Format::text ? usual : UINT64_MAX;
  }
};

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

/// Reads the options into a query, and reports all problems with them.
Problems read_query(const WhyArguments& arguments, const DecisionFile& file, DecisionQuery& query,
                    std::optional<Picoseconds>& at) {
  Problems problems;
  const auto add = [&](const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); };
  if (!arguments.channel.empty()) {
    auto channels = find_channels(arguments.channel, file.about().channels);
    if (channels)
      query.channels = *channels;
    else
      for (Problem p : channels.problems()) p.where = "--channel", problems.push_back(p);
  }
  const auto moment = [&](const std::string& option, const std::string& text, auto& into) {
    const auto time = read_moment(option, text, file);
    if (time)
      into = *time;
    else
      add(time.problems());
  };
  if (!arguments.at.empty()) moment("--at", arguments.at, at);
  if (!arguments.between.empty()) {
    moment("--between", arguments.between[0], query.from);
    moment("--between", arguments.between[1], query.until);
    if (query.from && query.until && *query.until < *query.from)
      problems.push_back({"--between", "ends before it begins", "name the earlier moment first"});
  }
  if (!arguments.reason.empty()) add(check_reason(file, arguments.reason));
  if (!arguments.limit.empty())
    if (const auto limit = read_count_option("--limit", arguments.limit, "50"); !limit) add(limit.problems());
  query.reason = arguments.reason;
  return problems;
}

std::string explanation(const WhyArguments& arguments, const DecisionFile& file, DecisionQuery query,
                        std::optional<Picoseconds> at) {
  const Format format = arguments.output.format();
  if (at && query.channels)
    return render_moment(file, *query.channels, *at, arguments.lines(usual_lines), format);
  if (at) return render_rates(file, *at, format);
  if (!query.channels && !query.from && query.reason.empty())
    return render_overview(file, arguments.lines(usual_channels), format);
  query.most = arguments.lines(usual_lines);
  return render_history(file, query, format);
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

/// Compares the decisions with those of another file.
int do_compare(const WhyArguments& arguments, const DecisionFile& ours) {
  if (!arguments.limit.empty())
    if (const auto limit = read_count_option("--limit", arguments.limit, "50"); !limit)
      return refuse(limit.problems());
  if (Problems problems = check_report(arguments.report); !problems.empty()) return refuse(problems);
  const auto theirs = DecisionFile::open(arguments.against);
  if (!theirs) return refuse(theirs.problems());
  const auto agreement = agreement_of(ours, *theirs);
  if (!agreement) return refuse(agreement.problems());
  const auto load = load_over(arguments.trace, ours.about(), agreement->time, spans_of(*agreement));
  if (!load) return refuse(load.problems());
  arguments.output.print(render_agreement(*agreement, ours, *theirs, arguments.lines(usual_channels),
                                          arguments.output.format()));
  if (arguments.report.empty()) return succeeded;
  const Problems problems =
      write_report(arguments.report, agreement_document(*agreement, ours, *theirs, *load));
  return problems.empty() ? succeeded : refuse(problems);
}

int do_why(const WhyArguments& arguments) {
  const auto file = DecisionFile::open(arguments.file);
  if (!file) return refuse(file.problems());
  if (!arguments.against.empty()) return do_compare(arguments, *file);
  DecisionQuery query;
  std::optional<Picoseconds> at;
  if (Problems problems = read_query(arguments, *file, query, at); !problems.empty()) return refuse(problems);
  arguments.output.print(explanation(arguments, *file, std::move(query), at));
  return succeeded;
}

}  // namespace

void add_why_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("why", "read why channels changed their rates (see docs/howto/compare-policies.md)");
  add_examples(*command, {"ebb run mine.toml --decisions mine.why", "ebb why mine.why",
                          "ebb why mine.why --channel \"switch 3 -> switch 7\" --between 20us 50us",
                          "ebb why mine.why --channel \"host 12\" --at 35us",
                          "ebb why mine.why --reason queued --csv", "ebb why lab.why --against simulated.why",
                          "ebb why lab.why --against simulated.why --trace lab.ebbtrace --report twin.html"});
  const auto arguments = std::make_shared<WhyArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "decisions, written by `ebb run` or `ebb agent` with --decisions FILE")
      ->required();
  auto* against = command
                      ->add_option("--against", arguments->against,
                                   "how well the decisions agree with those of this file: an agent's and a "
                                   "simulation's, channel by channel")
                      ->type_name("FILE");
  add_report_option(*command, arguments->report)->needs(against);
  command
      ->add_option("--trace", arguments->trace,
                   "what hosts sent meanwhile, written by `ebb agent --record`: the load on the page")
      ->type_name("FILE")
      ->needs(against);
  command
      ->add_option(
          "--channel", arguments->channel,
          "only this channel: its number, \"switch 3 -> switch 7\", \"switch 3 port 5\", \"host 12\" "
          "(what leaves it) or \"-> host 12\"")
      ->type_name("C")
      ->excludes(against);
  auto* at = command
                 ->add_option("--at", arguments->at,
                              "what the channel wanted at this moment, and since which decision; without "
                              "--channel, how many wanted which rate")
                 ->type_name("TIME")
                 ->excludes(against);
  command->add_option("--between", arguments->between, "only decisions between these two moments")
      ->type_name("FROM TO")
      ->expected(2)
      ->excludes(at)
      ->excludes(against);
  command->add_option("--reason", arguments->reason, "only decisions whose reason has this text in it")
      ->type_name("TEXT")
      ->excludes(at)
      ->excludes(against);
  command
      ->add_option("--limit", arguments->limit,
                   "most lines to show; else 20 decisions or 10 channels, and everything in --json and --csv")
      ->type_name("N");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_why(*arguments); });
}

}  // namespace ebb::inline app
