#include "report/run/rate_table.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/same_share.hpp"
#include "base/units.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {

std::vector<Column> rate_columns() {
  return {{"rate_gbps", "rate", "Gb/s", Align::right, 2},
          {"time_percent", "time", "%", Align::right, 2},
          {"changing_percent", "changing, the faster of the two", "%", Align::right, 2}};
}

void show_rates_whole(Table& rates) {
  if (rates.rows.empty()) return;
  constexpr int most_decimals = 6;
  const auto fits = [](const std::vector<Cell>& row, int decimals) {
    const auto* gbps = std::get_if<double>(&row[0].value());
    if (!gbps) return true;
    const double scaled = *gbps * std::pow(10, decimals);
    return std::abs(scaled - std::round(scaled)) < 1e-6;
  };
  int& decimals = rates.columns[0].decimals;
  const auto all_fit = [&] {
    return std::all_of(rates.rows.begin(), rates.rows.end(),
                       [&](const std::vector<Cell>& row) { return fits(row, decimals); });
  };
  while (decimals < most_decimals && !all_fit()) ++decimals;
}

Table rate_table(const RunResult& r) {
  Table table{.title = "rates", .columns = rate_columns(), .rows = {}};
  for (const RateResult& rate : r.rates)
    table.add({rate.rate.gbps(), rate.share * 100, rate.changing_share * 100});
  return table;
}

nlohmann::ordered_json rates_by_kind(const RunResult& r) {
  auto kinds = nlohmann::ordered_json::array();
  if (r.rates.empty()) return kinds;
  for (const ChannelKindResult& kind : r.channels) {
    if (kind.off) continue;  // they have no rate
    const Picoseconds all = std::accumulate(kind.time_in.begin(), kind.time_in.end(), Picoseconds{});
    const auto percent = [&](Picoseconds time) {
      return all.v > 0 ? 100 * static_cast<double>(time.v) / static_cast<double>(all.v) : 0.0;
    };
    auto rates = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < r.rates.size(); ++i) {
      const BitsPerSecond rate = same_share(kind.rate, r.rates[i].rate, r.rates.back().rate);
      const Picoseconds there = kind.time_in[i], changing = kind.time_in[r.rates.size() + i];
      rates.push_back({{"rate_gbps", rate.gbps()},
                       {"time_percent", percent(there)},
                       {"changing_percent", percent(changing)},
                       {"time_ps", there.v},
                       {"changing_ps", changing.v}});
    }
    kinds.push_back({{"kind", kind.name}, {"rates", std::move(rates)}});
  }
  return kinds;
}

}  // namespace ebb::inline report
