// Reports of many results: a sweep's points, policies side by side, plans, reproductions. Each is made from
// the JSON that its command prints, so it makes no difference whether that was printed just now or a year
// ago.
#pragma once

#include <string>
#include <vector>

#include "report/document/document.hpp"
#include "report/document/figures.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"

namespace ebb::inline report {

/// A point of a sweep, as a store keeps it.
struct SweepPoint {
  std::string id, verdict, why;
  std::vector<NamedFigure> parameters, figures;
};
/// What is drawn of them.
std::vector<Chart> sweep_charts(const std::vector<SweepPoint>& points);
/// `tables` are those that `ebb sweep` and `ebb results list` print of them.
Document sweep_document(const std::string& name, const std::vector<SweepPoint>& points,
                        const std::vector<Table>& tables, const Origin& origin);

/// What policies_json() gives, or `ebb compare-policies --json` has printed.
Document policies_document(const std::string& name, const PageJson& comparison, const Origin& origin);

/// What `ebb plan --json` prints of each plan.
Document plans_document(const std::vector<PageJson>& plans, const Origin& origin);

/// The list that `ebb reproduce --json` prints.
Document reproductions_document(const PageJson& reproductions, const Origin& origin);

}  // namespace ebb::inline report
