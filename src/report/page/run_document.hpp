// A report of runs: plain sentences, charts, the network over time, the tables, and what is needed to repeat
// the runs.
#pragma once

#include <memory>
#include <vector>

#include "report/document/document.hpp"
#include "report/page/run_source.hpp"

namespace ebb::inline report {

/// One run, or several in the same charts.
Document run_document(const std::vector<RunSource>& runs);

/// The constant part of a NetworkView. `network` is that part of series.json.
std::shared_ptr<const PageJson> shown_network(const std::string& name, const PageJson& rates,
                                              const PageJson& network);

/// Electricity of a year, with the defaults of plans: 8,760 h, $0.07 per kWh, a PUE of 1.6.
struct Year {
  double kwh = 0, usd = 0;  ///< of the equipment; of the site
};
Year year_of(double watts);
inline constexpr const char* tariff = "at $0.07 per kWh and a PUE of 1.6";

/// "1,234 W", "12.3 kW"; "$ 1,234".
std::string watts_text(double watts);
std::string money_text(double usd);

}  // namespace ebb::inline report
