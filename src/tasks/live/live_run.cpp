#include "tasks/live/live_run.hpp"

#include <nlohmann/json.hpp>

#include "engine/run/channel_results.hpp"
#include "experiment/device/power_tables.hpp"
#include "network/channel_kinds.hpp"
#include "network/network.hpp"
#include "power/control/rate_levels.hpp"
#include "report/document/chart.hpp"
#include "report/document/series_json.hpp"
#include "report/page/json_reader.hpp"
#include "report/page/run_charts.hpp"
#include "report/page/run_document.hpp"
#include "report/page/run_source.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline tasks {
namespace {

/// The controlled rates, without the shares of an unfinished run.
std::vector<RateResult> rates_of(const PreparedRun& prepared) {
  std::vector<RateResult> rates;
  const RateLevels& levels = prepared.control->levels;
  if (prepared.control->policy)
    for (std::size_t i = 0; i < levels.size(); ++i) rates.push_back({levels[i], 0, 0});
  return rates;
}

/// The kinds of channels, as far as they are known during the run.
std::vector<ChannelKindResult> kinds_of(const Network& network) {
  std::vector<ChannelKindResult> kinds = kinds_of_channels(network);
  for (PortId c = 0; c < network.channels(); ++c) ++kinds[kind_of(network, c)].channels;
  std::erase_if(kinds, [](const ChannelKindResult& kind) { return kind.channels == 0; });
  return kinds;
}

}  // namespace

std::shared_ptr<const PageJson> live_network(const PreparedRun& prepared, const std::string& name) {
  if (prepared.network.channels() > most_live_channels) return nullptr;
  auto rates = PageJson::array();
  for (const RateResult& rate : rates_of(prepared)) rates.push_back(rate.rate.v);
  return shown_network(name, rates, network_json(prepared.network));
}

Document live_document(const PreparedRun& prepared, const std::string& name, const RunTimeSeries& time_series,
                       const ChannelHistory& history, const std::shared_ptr<const PageJson>& network) {
  RunResult result;
  result.time_series = time_series, result.rates = rates_of(prepared);
  result.channels = kinds_of(prepared.network);
  read_series_power(prepared.tables, prepared.control->levels, prepared.network.switches(), result);
  RunSource source;
  source.name = name, source.time_series = time_series_json(result);
  if (!prepared.closed_loop)
    source.summary["offered"] = PageJson::object();  // it exists, but its value is unknown
  Document document{.title = name, .lead = "", .blocks = {}};
  for (Chart& chart : run_charts({source})) document.add(std::move(chart));
  if (network && history.spans > 0)
    document.add(NetworkView{"The network until now", "", network,
                             std::make_shared<const PageJson>(history_json(history, nullptr))});
  return document;
}

}  // namespace ebb::inline tasks
