// Reports of many results: a sweep's points, policies side by side, plans, reproductions. Each is made from
// the JSON that its command prints, so it makes no difference whether that was printed just now or a year
// ago.
#pragma once

#include <string>
#include <vector>

#include "report/document.hpp"
#include "report/figures.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// A point of a sweep, as a store keeps it.
struct SweepPoint {
  std::string id, verdict, why;
  std::vector<NamedFigure> parameters, figures;
};
/// What is drawn of them.
std::vector<Chart> sweep_charts(const std::vector<SweepPoint>& points);
Document sweep_document(const std::string& name, const std::vector<SweepPoint>& points,
                        const std::string& version);

/// What is drawn of the rows of `ebb compare-policies --json`.
std::vector<Chart> policy_charts(const PageJson& rows);
/// The same rows.
Document policies_document(const std::string& name, const PageJson& rows, const std::string& config,
                           const std::string& version);

/// What `ebb plan --json` prints of each plan.
Document plans_document(const std::vector<PageJson>& plans, const std::string& version);

/// The list that `ebb reproduce --json` prints.
Document reproductions_document(const PageJson& reproductions, const std::string& version);

/// The column of a key that ends in its unit, as people read it: "p99_ns" is "p99 [ns]".
Column column_of(const std::string& key);
/// A list of objects as a table, headed by its keys.
Table table_of_rows(const std::string& title, const PageJson& rows);

}  // namespace ebb::inline report
