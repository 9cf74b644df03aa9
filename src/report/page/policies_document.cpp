#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/rounded_time.hpp"
#include "report/document/number_text.hpp"
#include "report/page/row_table.hpp"
#include "report/page/run_document.hpp"
#include "report/page/study_documents.hpp"
#include "report/policy/policy_report.hpp"

namespace ebb::inline report {
namespace {

constexpr const char *ideal_energy = "energy_ideal_percent",
                     *cabled_energy = "energy_infiniband_36_as_cabled_percent";

/// Numbers that differ by more than this factor are drawn on a logarithmic axis: cost, and energy, where many
/// good policies are close together.
constexpr double wide_spread = 20, wide_energy = 10;

/// A figure by which policies are compared: its column, and that of its interval.
struct Judged {
  std::string key, half_width;
  Column column;

  bool is_share() const { return column.unit == "%"; }
  /// "network power [W]" is an axis; "560 W" a text.
  Axis axis() const { return {.title = title(), .unit = column.unit}; }
  std::string title() const {
    if (key.starts_with("energy_") && is_share()) return fmt::format("energy of full rate, {}", whose());
    if (key == "mean_increase_us") return "mean latency added";
    if (key == "power.total_w") return "power of the network";
    return column.heading;
  }
  /// The power table.
  std::string whose() const { return key == ideal_energy ? "ideal channels" : column.heading; }
  std::string text(double value) const {
    return fmt::format("{}{}{}", grouped(value, column.decimals), column.unit.empty() ? "" : " ",
                       column.unit);
  }
};

struct Value {
  double value = no_value, half_width = no_value;
};

struct Policy {
  std::string network;        ///< the varied parameters of this row; empty when there is one network
  std::string name, verdict;  ///< the name begins with the network
  Value gain, cost;
  double saved_usd = no_value, p99 = no_value;
  double watts = no_value, kwh = no_value, usd = no_value;  ///< of the network, in a year
  double cabled =
      no_value;  ///< percent of full power with the measured chip, where gain is of ideal channels
  double full_watts = no_value;  ///< at full rate, under the same table
  bool best = false, computed = false;
  std::string own_name{};  ///< without the network
};

struct Comparison {
  Judged gain, cost;
  std::vector<Policy> policies;
};

/// Returns the text before the policy: "0.3, mesh".
std::string network_of(const PageJson& row) {
  std::string text;
  if (!row.is_object()) return text;
  for (const auto& [key, value] : row.items()) {
    if (key == "policy") break;
    text += (text.empty() ? "" : ", ") + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

/// `otherwise` is for files that do not name the figures of the comparison.
Judged judged_by(const PageJson& json, const char* axis, const char* otherwise, const Table& table) {
  Judged judged{text_at(member(json, "judged_by"), axis), "", {}};
  if (judged.key.empty()) judged.key = otherwise;
  judged.half_width = "half_width." + judged.key;
  judged.column = column_of(judged.key);
  for (const Column& column : table.columns)
    if (column.key == judged.key) judged.column = column;
  return judged;
}

/// Keys contain dots: they are no paths.
double number_under(const PageJson& row, const std::string& key) {
  if (!row.is_object()) return no_value;
  const auto found = row.find(key);
  return found != row.end() && found->is_number() ? found->get<double>() : no_value;
}

Comparison comparison_of(const PageJson& json, const Table& table) {
  Comparison all{
      judged_by(json, "y", ideal_energy, table), judged_by(json, "x", "mean_increase_us", table), {}};
  const PageJson& rows = member(json, "rows");
  if (!rows.is_array()) return all;
  const std::vector<double> full = numbers_at(json, "full_rate.watts_of_rows");
  for (const PageJson& row : rows) {
    const std::size_t place = all.policies.size();
    const std::string network = network_of(row), verdict = text_at(row, "verdict");
    const auto value = [&](const Judged& of) {
      return Value{number_under(row, of.key), number_under(row, of.half_width)};
    };
    all.policies.push_back({network, (network.empty() ? "" : network + ": ") + text_at(row, "policy"),
                            verdict, value(all.gain), value(all.cost),
                            number_under(row, "power.saved_usd_per_year"),
                            number_under(row, "p99_increase_us"), number_under(row, "power.total_w"),
                            number_under(row, "power.kwh_per_year"), number_under(row, "power.usd_per_year"),
                            all.gain.key == ideal_energy ? number_under(row, cabled_energy) : no_value,
                            place < full.size() ? full[place] : no_value, !text_at(row, "best").empty(),
                            verdict == "computed", text_at(row, "policy")});
  }
  return all;
}

/// The Pareto front of the policies of each network.
std::vector<Curve> fronts(const std::vector<Policy>& policies) {
  std::map<std::string, std::vector<std::pair<double, double>>> best;
  for (const Policy& p : policies)
    if (p.best && std::isfinite(p.cost.value) && std::isfinite(p.gain.value))
      best[p.network].emplace_back(p.cost.value, p.gain.value);
  std::vector<Curve> curves;
  for (auto& [network, points] : best) {
    if (points.size() < 2) continue;
    std::sort(points.begin(), points.end());
    Curve front{.name = network.empty() ? "Pareto front" : "Pareto front, " + network,
                .role = Role::baseline,
                .x = {},
                .y = {}};
    for (const auto& [x, y] : points) front.x.push_back(x), front.y.push_back(y);
    curves.push_back(std::move(front));
  }
  return curves;
}

void add_interval(const Value& of, Curve& curve) {
  curve.low.push_back(of.value - of.half_width), curve.high.push_back(of.value + of.half_width);
}

/// A curve without any interval is drawn without.
void drop_unknown_intervals(Curve& curve) {
  if (std::none_of(curve.low.begin(), curve.low.end(), [](double v) { return std::isfinite(v); }))
    curve.low.clear(), curve.high.clear();
}

/// Where the largest value would compress the others, the axis is logarithmic away from zero. It is linear up
/// to the smallest, or where that is negligible, up to well below the median.
void spread_out(const std::vector<double>& values, Axis& axis) {
  std::vector<double> sizes;
  for (const double v : values)
    if (v != 0) sizes.push_back(std::abs(v));
  if (sizes.size() < 2) return;
  std::sort(sizes.begin(), sizes.end());
  if (sizes.back() < wide_spread * sizes.front()) return;
  axis.scale = Scale::symmetric;
  axis.bend = std::pow(10, std::floor(std::log10(std::max(sizes.front(), sizes[sizes.size() / 2] / 100))));
}

/// Why a policy is on the front or not. A run that is undecided may still get there.
std::string mark_of(const Policy& p) {
  if (p.computed || p.best) return p.computed ? "computed" : "best";
  return mark_word(p.verdict) == "undecided" || mark_word(p.verdict) == "saturated" ? p.verdict : "beaten";
}

/// One figure against the other; the front is what nothing else beats in both.
Chart front_chart(const Comparison& all) {
  Chart chart{.name = "front",
              .title = "Who pays what for it",
              .note = "Less is better in both.",
              .x = all.cost.axis(),
              .y = all.gain.axis(),
              .curves = {},
              .wide = true};
  Curve points{.name = "policies", .shape = CurveShape::points, .role = Role::finding, .x = {}, .y = {}};
  for (const Policy& p : all.policies) {
    if (!std::isfinite(p.gain.value) || !std::isfinite(p.cost.value) || p.gain.value <= 0) continue;
    points.x.push_back(p.cost.value), points.y.push_back(p.gain.value), points.labels.push_back(p.name);
    points.marks.push_back(mark_of(p));
    add_interval(p.gain, points);
  }
  drop_unknown_intervals(points);
  if (points.x.empty()) return chart;
  const auto [least, most] = std::minmax_element(points.y.begin(), points.y.end());
  spread_out(points.x, chart.x);
  if (*most < wide_energy * *least)
    chart.y.least = 0;
  else
    chart.y.scale = Scale::log;
  chart.curves.push_back(std::move(points));
  for (Curve& front : fronts(all.policies)) chart.curves.push_back(std::move(front));
  return chart;
}

Chart bars(const std::vector<Policy>& policies, const char* name, const std::string& title,
           Value Policy::*value, Axis y) {
  Chart chart{.name = name,
              .title = title,
              .note = "",
              .x = {.title = "policy", .scale = Scale::names},
              .y = std::move(y),
              .curves = {},
              .lying = true};
  Curve curve{.name = chart.y.title, .shape = CurveShape::bars, .role = Role::finding, .x = {}, .y = {}};
  for (const Policy& p : policies) {
    if (!std::isfinite((p.*value).value)) continue;
    curve.x.push_back(static_cast<double>(chart.x.names.size())), curve.y.push_back((p.*value).value);
    add_interval(p.*value, curve);
    chart.x.names.push_back(p.name);
  }
  drop_unknown_intervals(curve);
  if (!curve.low.empty()) chart.note = "The line at the end of a bar is the 95 % interval over the seeds.";
  if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
  return chart;
}

/// "adds 2.6 us to", or "takes 0.3 us from".
std::string change_of(double microseconds) {
  const std::string time = rounded_text({std::llround(std::abs(microseconds) * 1e6)}, 4);
  return microseconds < 0 ? fmt::format("takes {} from", time) : fmt::format("adds {} to", time);
}

/// "61.0 % of full power (infiniband-36, as cabled; 32.0 % with ideal channels)": a share always names its
/// table.
std::string share_text(const Comparison& all, const Policy& p) {
  if (std::isfinite(p.cabled))
    return fmt::format("{:.1f} % of full power (infiniband-36, as cabled; {:.1f} % with ideal channels)",
                       p.cabled, p.gain.value);
  return fmt::format("{:.1f} % of full power ({})", p.gain.value, all.gain.whose());
}

/// Power, energy and cost of a year: of the whole network where its devices are named, else of the channels
/// with the measured chip, at the default price of plans. Empty where no power is known.
std::string bill_text(const Policy& p) {
  if (std::isfinite(p.kwh) && std::isfinite(p.usd))
    return fmt::format(
        ", {} kWh and {} a year{}", grouped(p.kwh, 0), money_text(p.usd),
        std::isfinite(p.saved_usd) ? fmt::format(", {} less than always on", money_text(p.saved_usd)) : "");
  if (!std::isfinite(p.cabled) || !(p.full_watts > 0)) return "";
  const double watts = p.full_watts * p.cabled / 100;
  const Year year = year_of(watts), always = year_of(p.full_watts);
  return fmt::format(": {} of {}, {} kWh and {} a year, {} less than always on", watts_text(watts),
                     watts_text(p.full_watts), grouped(std::round(year.kwh), 0), money_text(year.usd),
                     money_text(always.usd - year.usd));
}

/// The policy of the front that saves most. Its cost is the added latency, not the whole.
std::string finding(const Comparison& all) {
  const Policy* least = nullptr;
  for (const Policy& p : all.policies)
    if (p.best && !p.computed && (!least || p.gain.value < least->gain.value)) least = &p;
  if (!least) return "Policies side by side";
  if (all.gain.is_share() && all.cost.key == "mean_increase_us")
    return fmt::format("{} uses {}, and a packet takes {} {} than at full rate", least->name,
                       share_text(all, *least),
                       rounded_text({std::llround(std::abs(least->cost.value) * 1e6)}, 4),
                       least->cost.value < 0 ? "less" : "more");
  return fmt::format("{}: {} {}, {} {}", least->name, all.gain.title(), all.gain.text(least->gain.value),
                     all.cost.title(), all.cost.text(least->cost.value));
}

/// The power and cost of one of the best policies, and its latency.
std::string sentence(const Comparison& all, const Policy& p) {
  std::string draws;
  if (all.gain.is_share())
    draws = "uses " + share_text(all, p);
  else if (all.gain.key == "power.total_w")
    draws = "uses " + all.gain.text(p.gain.value);
  else
    draws = fmt::format("has {} of {}", all.gain.text(p.gain.value), all.gain.title());
  draws += bill_text(p);
  if (all.cost.key == "mean_increase_us") {
    const std::string p99 =
        std::isfinite(p.p99) ? fmt::format(" (it {} the p99)", change_of(p.p99)) : std::string();
    return fmt::format("{} {}, and {} a packet's mean latency{}.", p.name, draws, change_of(p.cost.value),
                       p99);
  }
  return fmt::format("{} {}, and {} of {}.", p.name, draws, all.cost.text(p.cost.value), all.cost.title());
}

/// Where no run is decided there is no front. The text reports that, and the policy of least power.
std::string undecided_sentence(const Comparison& all) {
  const Policy* least = nullptr;
  for (const Policy& p : all.policies)
    if (!p.computed && std::isfinite(p.gain.value) && std::isfinite(p.cost.value) &&
        (!least || p.gain.value < least->gain.value))
      least = &p;
  if (!least) return "No policy has figures to compare.";
  return fmt::format(
      "None of the policies is known to be best: their runs are not decided yet. Of what was measured, {}",
      sentence(all, *least));
}

std::vector<Chart> charts_of(const Comparison& all) {
  const bool shares = all.gain.is_share();
  Axis gain = all.gain.axis();
  gain.least = 0;
  std::vector<Chart> charts;
  for (Chart chart :
       {front_chart(all),
        bars(all.policies, "energy",
             shares ? fmt::format("Energy against always full rate, {}", all.gain.whose()) : all.gain.title(),
             &Policy::gain, gain),
        bars(all.policies, "latency",
             all.cost.key == "mean_increase_us" ? "What it adds to the mean latency" : all.cost.title(),
             &Policy::cost, all.cost.axis())})
    if (!chart.curves.empty()) charts.push_back(std::move(chart));
  return charts;
}

/// The policies of each network, in the order of the rows, labelled without the network.
std::vector<std::pair<std::string, Comparison>> by_network(const Comparison& all) {
  std::vector<std::pair<std::string, Comparison>> networks;
  for (const Policy& p : all.policies) {
    auto place =
        std::find_if(networks.begin(), networks.end(), [&](const auto& n) { return n.first == p.network; });
    if (place == networks.end())
      place = networks.insert(place, {p.network, Comparison{all.gain, all.cost, {}}});
    Policy& own = place->second.policies.emplace_back(p);
    own.name = own.own_name, own.network.clear();
  }
  return networks;
}

/// "run.toml: 3 networks, each with the same traffic under 14 policies; 2 reference lines are computed."
std::string lead_of(const std::string& name, const Comparison& all, std::size_t networks) {
  std::set<std::string> simulated, computed;
  for (const Policy& p : all.policies) (p.computed ? computed : simulated).insert(p.own_name);
  const std::string references =
      computed.empty() ? "" : fmt::format(" {} more are computed for comparison.", computed.size());
  if (networks == 1)
    return fmt::format("{}: the same network and the same traffic under {} policies.{}", name,
                       simulated.size(), references);
  return fmt::format("{}: {} networks or workloads, each under up to {} policies.{}", name, networks,
                     simulated.size(), references);
}

/// The charts of each network, which has its name in their titles where there are several.
void add_charts(const Comparison& all, Document& document) {
  const auto networks = by_network(all);
  std::size_t number = 0;
  for (const auto& [network, comparison] : networks) {
    ++number;
    for (Chart& chart : charts_of(comparison)) {
      if (networks.size() > 1) {
        chart.title = fmt::format("{}: {}", network, chart.title);
        chart.name += fmt::format("-{}", number);
      }
      document.add(std::move(chart));
    }
  }
}

}  // namespace

Document policies_document(const std::string& name, const PageJson& json, const Origin& origin) {
  const Table table = table_of_json(json);
  const Comparison all = comparison_of(json, table);
  Document document{.title = finding(all), .lead = lead_of(name, all, by_network(all).size()), .blocks = {}};
  for (const Policy& p : all.policies)
    if (p.best && !p.computed && !p.name.ends_with("always full rate") && std::isfinite(p.gain.value) &&
        std::isfinite(p.cost.value))  // the reference itself is not reported
      document.add(Sentence{sentence(all, p)});
  if (document.blocks.empty()) document.add(Sentence{undecided_sentence(all)});
  if (std::any_of(all.policies.begin(), all.policies.end(),
                  [](const Policy& p) { return std::isfinite(p.cabled) && p.full_watts > 0; }) &&
      std::none_of(all.policies.begin(), all.policies.end(),
                   [](const Policy& p) { return std::isfinite(p.kwh); }))
    document.add(Sentence{fmt::format(
        "Watts are those of the channels with the measured chip; a year is 8,760 hours of them, {}.",
        tariff)});
  add_charts(all, document);
  Table shown = narrow_policies(table);
  shown.title = "policies";
  document.add(std::move(shown));
  add_origin(origin, "`ebb compare-policies` with the configuration below, and the same version of ebb",
             document);
  return document;
}

}  // namespace ebb::inline report
