#include "tasks/off/igp_off.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/problem.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "rules/igp/igp_loads.hpp"
#include "topology/file/repetita_file.hpp"

namespace ebb::inline tasks {
namespace {

IgpSleepRequest request_of(const IgpOffResult& off) {
  return {.network = off.network,
          .demands = off.demands,
          .max_utilisation = off.options.limits.max_utilisation,
          .spare = off.options.limits.spare > 0};
}

double share_of(const IgpOffResult& off) {
  const auto links = static_cast<double>(off.network.links.size());
  return links > 0 ? 100 * static_cast<double>(off.plan.asleep.size()) / links : 0;
}

Table summary_of(const IgpOffResult& off) {
  Table table{.title = "what can sleep",
              .columns = {{"routers", "routers", "", Align::right},
                          {"links", "links", "", Align::right},
                          {"links_asleep", "asleep", "", Align::right},
                          {"links_asleep_percent", "asleep", "%", Align::right, 1},
                          {"links_asleep_at_most", "at most", "", Align::right},
                          {"fullest_percent", "fullest channel", "%", Align::right, 1},
                          {"full_before", "full with all on", "", Align::right},
                          {"newly_full", "newly full", "", Align::right}},
              .rows = {}};
  std::vector<Cell> row{
      static_cast<std::int64_t>(off.network.size()),     static_cast<std::int64_t>(off.network.links.size()),
      static_cast<std::int64_t>(off.plan.asleep.size()), share_of(off),
      static_cast<std::int64_t>(off.plan.at_most),       100 * off.check.most_filled,
      static_cast<std::int64_t>(off.full_before),        static_cast<std::int64_t>(off.check.newly_full)};
  if (off.options.power.port_w) {
    table.columns.push_back({"saved_w", "saved", "W", Align::right, 1});
    row.emplace_back(2 * *off.options.power.port_w * static_cast<double>(off.plan.asleep.size()));
  }
  table.add(std::move(row));
  table.notes.push_back(fmt::format(
      "full: above {:g} % of its bandwidth; such a channel gets no fuller. Metrics stay, and every "
      "router splits traffic over equal paths",
      100 * off.options.limits.max_utilisation));
  table.notes.emplace_back(off.plan.at_most > off.plan.asleep.size()
                               ? "at most: more is impossible; whether that many can sleep is open"
                               : "no choice of links lets more sleep");
  if (off.options.limits.spare > 0)
    table.notes.emplace_back("any one link more may fail without cutting anything off");
  if (off.plan.partial) table.notes.emplace_back("the search was interrupted: more may be possible");
  return table;
}

Table links_of(const IgpOffResult& off) {
  Table table{.title = "links that sleep",
              .columns = {{"from", "from"},
                          {"to", "to"},
                          {"metric", "metric", "", Align::right},
                          {"before_percent", "filled before", "%", Align::right, 1}},
              .rows = {}};
  const IgpLoads usual(off.network, off.demands);
  for (const IgpLinkId l : off.plan.asleep) {
    const IgpLink& link = off.network.links[l];
    const double filled =
        std::max(usual.load(2 * l) / link.capacity_ab, usual.load(2 * l + 1) / link.capacity_ba);
    table.add({off.network.routers[link.a], off.network.routers[link.b], link.metric_ab, 100 * filled});
  }
  return table;
}

Problems check_options(const OffOptions& options, const OffFiles& files) {
  std::vector<std::string> names;
  if (!files.schedule.empty()) names.emplace_back("--schedule");
  if (!files.rules.empty()) names.emplace_back("--openflow");
  if (options.limits.exact) names.emplace_back("--exact");
  if (options.limits.slower) names.emplace_back("--slower");
  if (!options.power.device.empty()) names.emplace_back("--device");
  if (options.power.base_w) names.emplace_back("--base-watts");
  if (options.usd_per_kwh) names.emplace_back("--price");
  if (!options.settings.empty()) names.emplace_back("--set");
  Problems problems;
  for (const std::string& name : names)
    problems.push_back({name, "does not apply to a routed network (.graph)",
                        "leave it out; --scale, --max-utilisation, --spare and --watts apply"});
  if (options.limits.spare > 1)
    problems.push_back(
        {"--spare",
         fmt::format("is {}, but a routed network is searched for one failure at most", options.limits.spare),
         "--spare 1"});
  return problems;
}

}  // namespace

bool is_igp_file(const std::string& file) { return file.ends_with(".graph"); }

Result<IgpOffResult> choose_igp_off(const OffOptions& options, const OffFiles& files,
                                    const std::atomic<bool>* stop) {
  if (Problems problems = check_options(options, files); !problems.empty()) return problems;
  auto network = read_repetita_graph(options.file);
  if (!network) return network.problems();
  auto demands = read_repetita_demands(options.demand, *network);
  if (!demands) return demands.problems();
  IgpOffResult off{.options = options,
                   .network = std::move(*network),
                   .demands = std::move(*demands),
                   .plan = {},
                   .check = {}};
  for (IgpDemand& d : off.demands) d.rate *= options.scale;
  const IgpLoads usual(off.network, off.demands);
  for (IgpChannelId c = 0; c < off.network.channels(); ++c)
    off.full_before += usual.load(c) > options.limits.max_utilisation * off.network.capacity(c);
  IgpSleepRequest request = request_of(off);
  request.stop = stop;
  off.plan = search_sleep(request);
  off.check = check_sleep(request, off.plan.asleep);
  ENSURE(off.check.connected && off.check.newly_full == 0);
  return off;
}

std::string igp_off_text(const IgpOffResult& off, Format format) {
  const Table summary = summary_of(off), links = links_of(off);
  if (format == Format::json)
    return json_text(with_schema({{"summary", table_json(summary)}, {"links_asleep", table_json(links)}}));
  if (format == Format::csv) return render(links, format);
  return render(summary, format) + "\n" + render(links, format);
}

}  // namespace ebb::inline tasks
