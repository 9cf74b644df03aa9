// A page for two decision files: an agent's and a simulation's in one chart.
#pragma once

#include <vector>

#include "report/decisions/decision_agreement.hpp"
#include "report/document/document.hpp"

namespace ebb::inline report {

/// `load`: what hosts sent in each of as many equal parts of the time, in percent of their full rate; empty:
/// unknown.
Document agreement_document(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                            const std::vector<double>& load);

/// Returns the number of parts into which a page divides the time.
std::size_t spans_of(const Agreement& agreement);

}  // namespace ebb::inline report
