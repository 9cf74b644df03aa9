// A page for two files of decisions: an agent's and a simulation's on one picture.
#pragma once

#include <vector>

#include "report/decisions/decision_agreement.hpp"
#include "report/document/document.hpp"

namespace ebb::inline report {

/// `load`: what hosts sent in each of as many equal parts of the time, in percent of their full rate; empty:
/// nobody knows.
Document agreement_document(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                            const std::vector<double>& load);

/// Into how many parts the time of a page is divided.
std::size_t spans_of(const Agreement& agreement);

}  // namespace ebb::inline report
