// Abts, sections 1 and 2.2: the cost of the networks' power, and Figure 1.
#include "base/problem.hpp"
#include "base/units.hpp"
#include "planner/money.hpp"
#include "planner/plan_input.hpp"
#include "planner/plan_settings.hpp"
#include "reproduce/abts/abts.hpp"
#include "reproduce/reproduce.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr double low_load = 0.15;

PlanResult plan_at(PlanInput input, double load, double server_idle_share) {
  input.settings.load = load;
  input.settings.server_idle_share = server_idle_share;
  return make_plan(input);
}

double millions(Watts power, const PlanSettings& s) {
  return cost_of(power, {s.price_usd_per_kwh, s.pue, s.years}).usd / 1e6;
}

/// One bar of Figure 1, servers below and network above.
void add_bar(Rows& rows, const std::string& id, const std::string& what, Watts servers, Watts network) {
  const double total = servers.v + network.v;
  rows.add_unprinted(id + ".servers_w", what + ": servers", "W", servers.v);
  rows.add_unprinted(id + ".network_w", what + ": network", "W", network.v);
  rows.add_unprinted(id + ".network_share_percent", what + ": network's share", "%", 100 * network.v / total);
}

void add_figure1(Rows& rows, const PlanResult& full, const PlanResult& low, const PlanResult& low_constant) {
  const Watts proportional = full.power.total() * low_load;
  add_bar(rows, "figure1.full", "at full load", full.servers->power, full.power.total());
  add_bar(rows, "figure1.load15", "at 15 % load, nothing proportional", low_constant.servers->power,
          low_constant.power.total());
  add_bar(rows, "figure1.load15.servers", "at 15 % load, servers proportional", low.servers->power,
          low.power.total());
  add_bar(rows, "figure1.load15.both", "at 15 % load, servers and network proportional", low.servers->power,
          proportional);
}

void add_dynamic_range(Rows& rows, Watts butterfly, const PlanSettings& settings, double topology_saving) {
  const auto saved = [&](double times) { return millions(butterfly * (1 - 1 / times), settings); };
  rows.add("dynamic.6x.saved_musd", saved(6));
  rows.add("dynamic.6.6x.saved_musd", saved(6.6));
  rows.add("together.saved_musd", topology_saving + saved(6.6));
}

}  // namespace

Problems reproduce_abts_money(Rows& rows, const Effort&) {
  const auto clos = abts_plan(abts_clos().facts()), butterfly = abts_plan(abts_butterfly(8, 8, 5).facts());
  if (!clos) return clos.problems();
  if (!butterfly) return butterfly.problems();
  const PlanResult full = plan_at(*clos, 1, 0), low = plan_at(*clos, low_load, 0);
  const PlanResult low_constant = plan_at(*clos, low_load, 1), flat = plan_at(*butterfly, 1, 0);
  const Watts saved{full.power.total().v - flat.power.total().v};

  rows.add("topology.saved_w", saved.v);
  rows.add("topology.saved_musd", millions(saved, clos->settings));
  rows.add("fbfly.power_w", flat.power.total().v);
  rows.add("fbfly.cost_musd", flat.money.usd / 1e6);
  rows.add("full.network_share_percent", 100 * full.servers->network_share);
  rows.add("load15.network_share_percent", 100 * low.servers->network_share);
  rows.add("load15.saved_w", low.proportional_saving.v);
  const double constant = low_constant.servers->power.v;
  rows.add("load15.saved_w.constant_servers",
           constant + low_constant.power.total().v - (constant + low_load * full.power.total().v));
  rows.add("load15.saved_musd", low.proportional_usd / 1e6);
  add_dynamic_range(rows, flat.power.total(), butterfly->settings, millions(saved, clos->settings));
  add_figure1(rows, full, low, low_constant);
  return {};
}

}  // namespace ebb::inline reproduce
