#include "app/run/decision_recording.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "app/command/count_option.hpp"
#include "base/whole_file.hpp"
#include "experiment/run/program.hpp"
#include "experiment/run/run_title.hpp"
#include "report/network/channel_names.hpp"

namespace ebb::inline app {
namespace {

DecisionsAbout about_run(const std::string& path, const PreparedRun& prepared, const Node& file,
                         const Node& document) {
  const Control& control = *prepared.control;
  DecisionsAbout about{.program = program_version(),
                       .run = path,
                       .network = described(*file.find("topology")),
                       .policy = described(*document.find("control")->find("policy")),
                       .epoch = control.epoch,
                       .paired = control.paired,
                       .first_level = static_cast<std::uint8_t>(control.first_level),
                       .levels = {},
                       .channels = ends_of_channels(prepared.network)};
  for (std::size_t i = 0; i < control.levels.size(); ++i) about.levels.push_back(control.levels[i]);
  return about;
}

}  // namespace

void add_decision_options(Command& command, DecisionArguments& arguments) {
  auto* file = command
                   .add_option("--decisions", arguments.file,
                               "write each decision of the power policy, and why, into this new file, for "
                               "`ebb why`")
                   ->type_name("FILE");
  command
      .add_option(
          "--decisions-limit", arguments.typed_limit,
          "write so many decisions at most (2,000,000 unless said otherwise), and only count the later ones")
      ->type_name("N")
      ->needs(file);
}

Problems check_decisions(const DecisionArguments& arguments, const RunInput& input) {
  if (!arguments.wanted()) return {};
  if (!input.control.policy)
    return {{"--decisions", "this run has no [control]: all channels stay at full rate and nobody decides",
             "give the file a [control] with a policy, see `ebb policy list`"}};
  if (const std::string wrong = check_writable(arguments.file); !wrong.empty())
    return {{arguments.file, "cannot be written: " + wrong, "name another file with --decisions"}};
  if (!arguments.typed_limit.empty()) {
    const auto limit = read_count_option("--decisions-limit", arguments.typed_limit, "1000");
    if (!limit) return limit.problems();
    if (*limit == 0)
      return {{"--decisions-limit", "is 0, so that nothing would be written", "leave --decisions out"}};
  }
  return {};
}

Problems check_new_file(const DecisionArguments& arguments) {
  std::error_code error;
  if (!arguments.wanted() || !std::filesystem::exists(arguments.file, error)) return {};
  return {{arguments.file, "is there already", "name another file with --decisions, or remove it first"}};
}

std::uint64_t DecisionArguments::limit() const {
  const auto read = read_count_option("--decisions-limit", typed_limit, "1000");
  return read ? *read : 2'000'000;
}

Result<std::unique_ptr<DecisionWriter>> open_decisions(const DecisionArguments& arguments,
                                                       const std::string& path, const PreparedRun& prepared,
                                                       const Node& file, const Node& document) {
  if (!arguments.wanted()) return std::unique_ptr<DecisionWriter>();
  if (Problems problems = check_new_file(arguments); !problems.empty()) return problems;
  auto writer = std::make_unique<DecisionWriter>(arguments.file, about_run(path, prepared, file, document),
                                                 Existing::is_kept);
  if (Problems problems = writer->check(); !problems.empty()) return problems;
  return writer;
}

DecisionsEnd decisions_end(const RunResult& result) {
  return {.decisions = result.decisions.value_or(KeptDecisions{}),
          .reasons = result.reasons,
          .simulated = result.simulated,
          .partial = result.partial,
          .digest = result.digest};
}

}  // namespace ebb::inline app
