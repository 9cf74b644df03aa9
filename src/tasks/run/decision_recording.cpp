#include "tasks/run/decision_recording.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "base/whole_file.hpp"
#include "engine/model/control.hpp"
#include "experiment/run/program.hpp"
#include "experiment/run/run_title.hpp"
#include "report/network/channel_names.hpp"

namespace ebb::inline tasks {
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

Problems check_decisions(const DecisionOptions& options, const RunInput& input) {
  if (!options.wanted()) return {};
  if (!input.control.policy)
    return {{"--decisions", "this run has no [control]: all channels stay at full rate, and no policy runs",
             "give the file a [control] with a policy, see `ebb policy list`"}};
  if (const std::string wrong = check_writable(options.file); !wrong.empty())
    return {{options.file, "cannot be written: " + wrong, "name another file with --decisions"}};
  if (options.limit == 0)
    return {{"--decisions-limit", "is 0, so that nothing would be written", "leave --decisions out"}};
  return {};
}

Problems check_new_file(const DecisionOptions& options) {
  std::error_code error;
  if (!options.wanted() || !std::filesystem::exists(options.file, error)) return {};
  return {{options.file, "is there already", "name another file with --decisions, or remove it first"}};
}

Result<std::unique_ptr<DecisionWriter>> decision_writer(const DecisionOptions& options,
                                                        const std::string& path, const PreparedRun& prepared,
                                                        const Node& file, const Node& document) {
  if (!options.wanted()) return std::unique_ptr<DecisionWriter>();
  if (Problems problems = check_new_file(options); !problems.empty()) return problems;
  auto writer = std::make_unique<DecisionWriter>(options.file, about_run(path, prepared, file, document),
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

}  // namespace ebb::inline tasks
