#include "tasks/agent/agent_energy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/network.hpp"
#include "results/cell.hpp"
#include "statistics/power_ramp.hpp"

namespace ebb::inline tasks {
namespace {

constexpr Picoseconds a_second{1'000'000'000'000};
constexpr std::size_t most_samples = 600;
constexpr double joules_per_kwh = 3.6e6, seconds_per_year = 365.25 * 86400;

void add_to(DomainEnergy& sum, const DomainEnergy& one) {
  sum.now.v += one.now.v, sum.full.v += one.full.v;
  sum.used.v += one.used.v, sum.used_full.v += one.used_full.v;
}

}  // namespace

/// The power of a sample holds until the next one.
bool AgentEnergy::add(const Agent& agent, const AgentSession& session) {
  if (begun_ && agent.now() < at_ + a_second) return false;
  const Picoseconds passed = begun_ ? agent.now() - at_ : Picoseconds{};
  const SwitchId switches = agent.network().switches();
  by_switch_.resize(switches);
  double watts = 0;
  for (SwitchId s = 0; s < switches; ++s) {
    std::vector<DomainEnergy>& own = by_switch_[s];
    for (DomainEnergy& domain : own)
      domain.used.v += (domain.now * passed).v, domain.used_full.v += (domain.full * passed).v;
    const auto now = agent_domains(agent, session, s, s + 1);
    if (own.empty())
      for (const AgentDomain& domain : now) own.push_back({domain.kind, {}, {}, {}, {}});
    for (std::size_t i = 0; i < own.size() && i < now.size(); ++i)
      own[i].now = now[i].now, own[i].full = now[i].full, watts += now[i].now.v;
  }
  watts_.push_back(watts);
  if (watts_.size() > most_samples) watts_.pop_front();
  at_ = agent.now(), begun_ = true;
  return true;
}

std::vector<DomainEnergy> AgentEnergy::by_domain() const {
  std::vector<DomainEnergy> all;
  for (const std::vector<DomainEnergy>& own : by_switch_)
    for (const DomainEnergy& domain : own) {
      auto sum = std::find_if(all.begin(), all.end(), [&](const auto& d) { return d.kind == domain.kind; });
      if (sum == all.end()) sum = all.insert(all.end(), {domain.kind, {}, {}, {}, {}});
      add_to(*sum, domain);
    }
  return all;
}

PowerRamp AgentEnergy::ramp() const { return ramp_of(std::vector<double>(watts_.begin(), watts_.end()), 1); }

Table energy_by_domain(const AgentEnergy& energy, const EnergyPrice& price, bool dry_run) {
  const char* saved = dry_run ? "would be saved" : "saved";
  Table table{.title = dry_run ? "what would have been saved, by power domain" : "saved, by power domain",
              .columns = {{"domain", "domain"},
                          {"used_kwh", "used", "kWh", Align::right, 4},
                          {"all_on_kwh", "all on", "kWh", Align::right, 4},
                          {"saved_kwh", saved, "kWh", Align::right, 4},
                          {"saved_percent", "of all on", "%", Align::right, 1},
                          {"saved_usd", "worth", "$", Align::right, 4},
                          {"saved_usd_per_year", "a year like this", "$", Align::right, 2}},
              .rows = {}};
  std::vector<DomainEnergy> rows = energy.by_domain();
  DomainEnergy all{"all", {}, {}, {}, {}};
  for (const DomainEnergy& row : rows) add_to(all, row);
  rows.push_back(all);
  for (const DomainEnergy& row : rows) {
    const double kwh = (row.used_full.v - row.used.v) / joules_per_kwh,
                 usd = kwh * price.usd_per_kwh * price.pue;
    const double years = energy.time().seconds() / seconds_per_year;
    table.add({row.kind, row.used.v / joules_per_kwh, row.used_full.v / joules_per_kwh, kwh,
               row.used_full.v > 0 ? Cell(100 * (1 - row.used.v / row.used_full.v)) : Cell(), usd,
               years > 0 ? Cell(usd / years) : Cell()});
  }
  table.notes = {fmt::format("a model, not measured; ${:g} per kWh, PUE {:g}; {:.0f} s", price.usd_per_kwh,
                             price.pue, energy.time().seconds())};
  table.notes.push_back(
      fmt::format("power changed by {:.4g} W at most within a second, of the last {} minutes",
                  energy.ramp().largest_w, most_samples / 60));
  if (dry_run)
    table.notes.emplace_back(
        "nothing was changed, so load that would have moved to other cables is not in it");
  return table;
}

}  // namespace ebb::inline tasks
