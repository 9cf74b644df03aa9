#include <fmt/core.h>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "report/document/number_text.hpp"
#include "report/plan/plan_report.hpp"
#include "report/run/power_part.hpp"
#include "results/cell.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline report {
namespace {

constexpr int whole = 0;

class FigureList {
 public:
  void section(std::string name) { section_ = std::move(name); }
  void add(std::string key, std::string what, std::string unit, Cell value, std::string note = "") {
    figures_.push_back(
        {section_, std::move(key), std::move(what), std::move(unit), std::move(value), std::move(note)});
  }
  /// Sets whether text shows the figure just added. Data always does.
  void show_if(bool worth_showing) { figures_.back().worth_showing = worth_showing; }
  void unless_nothing() {
    const Cell::Value& v = figures_.back().value.value();
    show_if(v.index() != 0 && v != Cell::Value(0.0) && v != Cell::Value(std::int64_t{0}));
  }
  /// Marks the figure just added as unknown.
  void is_missing() { figures_.back().note = "missing: what it needs is not stated", show_if(true); }
  std::vector<Figure> take() { return std::move(figures_); }

 private:
  std::string section_;
  std::vector<Figure> figures_;
};

void add_parts(FigureList& list, const PlanResult& plan) {
  const PlanParts& p = plan.parts;
  list.section("parts");
  list.add("hosts", "hosts", "", p.hosts);
  list.add("switch_chips", "switch chips", "", p.switches_needed,
           plan.spine_device.empty()
               ? fmt::format("{} with hosts", grouped(p.access_switches))
               : fmt::format("{} {}, {} {}", grouped(p.access_switches), plan.switch_device,
                             grouped(p.switches - p.access_switches), plan.spine_device));
  list.add("switch_chips_connected", "switch chips, connected", "", p.switches,
           "the others only come with a chassis");
  list.show_if(p.switches != p.switches_needed);
  list.add("switch_chips_powered", "switch chips, powered", "", Cell(p.switches_powered, whole),
           "as many as the ports in use would fill");
  list.show_if(p.switches_powered != static_cast<double>(p.switches));
  list.add("ports_per_switch_least", "ports used per switch, least", "", p.ports_least);
  list.add("ports_per_switch_most", "ports used per switch, most", "", p.ports_most,
           plan.rates.size() > 1 || !plan.spine_device.empty()
               ? ""
               : fmt::format("of {} that {} has", p.device_ports, plan.switch_device));
  list.add("ports_used", "switch ports used", "", p.ports_used);
  list.add("ports_spare", "switch ports spare", "", p.ports_spare);
  for (Medium m : all_media) {
    list.add(fmt::format("cables_{}", name_of(m)), fmt::format("{} cables", name_of(m)), "",
             p.cables[static_cast<std::size_t>(m)]);
    list.unless_nothing();
  }
  list.add("diameter_hops", "diameter", "hops", p.diameter ? Cell(*p.diameter) : Cell());
}

BitsPerSecond host_rate(const PlanResult& plan) {
  return plan.host_rate.v > 0 ? plan.host_rate : plan.rates.back();
}

std::string bisection_formula(const PlanResult& plan) {
  if (!plan.bisection) return "no closed form for this topology";
  const std::string cables = grouped(plan.bisection->cables), hosts = grouped(plan.parts.hosts),
                    rate = quantity_text(plan.rates.back());
  if (host_rate(plan) == plan.rates.back())
    return fmt::format("min(2 x {} cables, {} hosts / 2) x {}", cables, hosts, rate);
  return fmt::format("min(2 x {} cables x {}, {} hosts / 2 x {})", cables, rate, hosts,
                     quantity_text(host_rate(plan)));
}

void add_bisection(FigureList& list, const PlanResult& plan) {
  list.section("bisection");
  const double watts = plan.power.total().v;
  const bool rated = plan.power_known;
  const auto known = [&](auto value) { return plan.bisection ? Cell(value) : Cell(); };
  const PlanBisection b = plan.bisection.value_or(PlanBisection{});
  const double gbps = b.bits_per_second * 1e-9;
  list.add("bisection_cables", "cables across the even cut", "", known(b.cables));
  list.add("bisection_gbps", "bisection bandwidth", "Gb/s", known(gbps), bisection_formula(plan));
  list.add("power_per_bisection_w_per_gbps", "power per bisection bandwidth", "W per Gb/s",
           rated && gbps > 0 ? Cell(watts / gbps) : Cell());
}

/// Two networks with the same bisection may still differ in the traffic that their uplinks carry.
void add_carried(FigureList& list, const PlanResult& plan) {
  list.section("uniform traffic");
  const double share = plan.carries.value_or(0);
  const double gbps = plan.carries ? share * static_cast<double>(plan.parts.hosts) *
                                         static_cast<double>(host_rate(plan).v) * 1e-9
                                   : 0;
  const auto known = [&](double value) { return plan.carries ? Cell(value) : Cell(); };
  list.add("carried_percent", "carried at most", "%", known(100 * share),
           plan.carries
               ? "of the hosts' rate, evenly spread over shortest paths; packets that wait make it less"
               : "not known: no closed form for this topology, `ebb run` measures it");
  list.add("carried_gbps", "which is", "Gb/s", known(gbps));
  list.show_if(plan.carries.has_value());
  list.add("power_per_carried_w_per_gbps", "power per Gb/s carried", "W per Gb/s",
           plan.power_known && gbps > 0 ? Cell(plan.power.total().v / gbps) : Cell());
  list.show_if(plan.carries.has_value());
}

void add_power(FigureList& list, const PlanResult& plan) {
  list.section("power");
  const PlanPower& p = plan.power;
  const Watts total = p.total();
  const auto add = [&](std::string key, std::string what, Watts w, bool known) {
    list.add(key + "_w", std::move(what), "W", known ? Cell(w.v, whole) : Cell(),
             known && total.v > 0 ? fmt::format("{:.1f} %", 100 * w.v / total.v) : "");
    list.unless_nothing();
  };
  for (const PowerPart& part : power_parts)
    add(std::string(part.plan_key), std::string(part.plan_name), p.*part.watts,
        part.is_known(p, plan.missing));
  add("total_power", "total", total, plan.power_known);
  if (!plan.power_known) list.is_missing();
  list.add("power_per_host_w", "per host", "W",
           plan.power_known ? Cell(total.v / static_cast<double>(plan.parts.hosts)) : Cell());
  list.add("full_load_power_w", "total at full load", "W",
           plan.power_known ? Cell(plan.full_power.total().v, whole) : Cell());
  list.add("load", "at a load of", "", plan.load, "of every channel");
}

void add_life(FigureList& list, const PlanResult& plan) {
  list.section("service life");
  const PlanMoney& m = plan.money;
  const auto known = [&](double value) { return plan.power_known ? Cell(value, whole) : Cell(); };
  list.add("service_life_years", "service life", "years", m.years, "of 8,760 h each");
  list.add("network_energy_kwh", "energy of the network", "kWh", known(m.network_kwh));
  list.add("site_energy_kwh", "energy with cooling and distribution", "kWh", known(m.facility_kwh),
           "times the PUE");
  list.add("electricity_usd", "electricity over the service life", "$", known(m.usd));
  list.add("electricity_usd_per_year", "electricity per year", "$ per year", known(m.usd / m.years));
  list.add("proportional_saving_w", "less if power followed load", "W", known(plan.proportional_saving.v),
           "against load x power at full load");
  list.unless_nothing();
  list.add("proportional_saving_usd", "the same over the service life", "$", known(plan.proportional_usd));
  list.unless_nothing();
}

void add_servers(FigureList& list, const PlanResult& plan) {
  if (!plan.servers) return;
  list.section("servers");
  list.add("server_power_w", "all servers at this load", "W", Cell(plan.servers->power.v, whole));
  list.add("network_share_percent", "the network's share", "%",
           plan.power_known ? Cell(100 * plan.servers->network_share) : Cell(),
           "of servers and network together");
}

void add_rules(FigureList& list, const PlanResult& plan) {
  list.section("forwarding rules per switch");
  for (const PlanRules& r : plan.rules) {
    std::string key = r.organisation;
    for (char& c : key)
      if (c == ' ') c = '_';
    list.add(fmt::format("rules_{}_lowest", key), r.organisation + ", lowest", "", r.lowest);
    list.add(fmt::format("rules_{}_highest", key), r.organisation + ", highest", "", r.highest);
  }
}

}  // namespace

std::vector<Figure> plan_figures(const PlanResult& plan) {
  FigureList list;
  add_parts(list, plan);
  add_bisection(list, plan);
  add_carried(list, plan);
  add_power(list, plan);
  add_life(list, plan);
  add_servers(list, plan);
  add_rules(list, plan);
  return list.take();
}

}  // namespace ebb::inline report
