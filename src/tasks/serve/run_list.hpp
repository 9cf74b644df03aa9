// A part of the list of runs: filtered, sorted and limited, as JSON for the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "http/http_message.hpp"
#include "report/page/json_reader.hpp"
#include "tasks/serve/served_runs.hpp"

namespace ebb::inline tasks {

struct RunQuery {
  std::string filter, sort;  ///< RunFilter; a name of a column, with "-" in front from the greatest on
  bool each = false;         ///< every run, instead of one line for runs that differ only in their seed
  std::size_t from = 0, count = 100;
  std::vector<std::string> figures{};  ///< none: load, latency and power

  static constexpr std::size_t most_rows = 500;
  static RunQuery of(const HttpRequest& request);
};

using RunPointers = std::vector<const ServedRun*>;

/// The runs that the query wants, sorted, without its limit. Problems name a wrong column or filter.
Result<RunPointers> wanted_runs(const Snapshot& snapshot, const RunQuery& query);

/// {"total", "wanted", "varied": […], "figures": […], "runs": [{"id", …, "settings": […], "figures": [[value,
/// half width], …]}]}; settings and figures are in the order of their names.
Result<PageJson> run_list_json(const Snapshot& snapshot, const RunQuery& query);

/// All names that can be a column: of settings and figures.
PageJson run_names_json(const Snapshot& snapshot);

}  // namespace ebb::inline tasks
