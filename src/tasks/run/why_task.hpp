// What `ebb why` does: it selects decisions from a file that a run or an agent has recorded, or compares
// those of two files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "report/decisions/decision_agreement.hpp"
#include "report/decisions/decision_file.hpp"
#include "report/decisions/why_report.hpp"
#include "report/document/render.hpp"

namespace ebb::inline tasks {

/// Selects decisions, as a user writes it. What is empty selects all.
struct WhyOptions {
  std::string file{};                  ///< from `ebb run --decisions` or `ebb agent --decisions`
  std::string channel{};               ///< its number, "switch 3 -> switch 7", "switch 3 port 5", "host 12"
  std::string at{};                    ///< the state at a time: "35us"
  std::vector<std::string> between{};  ///< decisions from one time to another: two times, or none
  std::string reason{};                ///< part of the reason's text
};

/// The file, and what is selected of it.
struct WhyAnswer {
  DecisionFile file;
  DecisionQuery query;
  std::optional<Picoseconds> at;
};

/// Opens the file and reads the selection. Returns all problems with them.
Result<WhyAnswer> explain_decisions(const WhyOptions& options);

/// The selected decisions as text; without a selection, an overview. There are at most so many decisions and,
/// in an overview, channels.
std::string render_why(const WhyAnswer& answer, std::uint64_t most_decisions, std::uint64_t most_channels,
                       Format format);

/// Two files of decisions, such as an agent's and a simulation's.
struct ComparedDecisions {
  DecisionFile ours, theirs;
  Agreement agreement;
  /// The traffic of the hosts in each span of time, in percent of their full rate; empty without a trace.
  std::vector<double> load_percent;
};

/// Compares the decisions channel by channel. `trace` has what hosts sent meanwhile; it may be empty.
Result<ComparedDecisions> compare_decisions(const std::string& ours, const std::string& theirs,
                                            const std::string& trace = "");

}  // namespace ebb::inline tasks
