// Reports of many results: a sweep's points, policies, plans. Each is made from the JSON that
// its command prints, so old output gives the same report.
#pragma once

#include <string>
#include <vector>

#include "report/document/document.hpp"
#include "report/document/figures.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/origin.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline report {

/// A point of a sweep, as stored.
struct StoredPoint {
  std::string id, verdict, why;
  std::vector<NamedFigure> parameters, figures;
};
/// Returns the charts of the points.
std::vector<Chart> sweep_charts(const std::vector<StoredPoint>& points);
/// `tables` are those that `ebb sweep` and `ebb results list` print.
Document sweep_document(const std::string& name, const std::vector<StoredPoint>& points,
                        const std::vector<Table>& tables, const Origin& origin);

/// From the result of policies_json() or the output of `ebb compare-policies --json`.
Document policies_document(const std::string& name, const PageJson& comparison, const Origin& origin);

/// From the output of `ebb plan --json` for each plan.
Document plans_document(const std::vector<PageJson>& plans, const Origin& origin);

}  // namespace ebb::inline report
