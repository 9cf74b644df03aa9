#include "experiment/device/power_tables.hpp"

#include <algorithm>

#include "experiment/device/device_file.hpp"
#include "experiment/device/device_reader.hpp"
#include "experiment/device/domain_energy.hpp"
#include "results/energy_result.hpp"
#include "results/run_result.hpp"
#include "results/run_time_series.hpp"
#include "statistics/batch_means.hpp"
#include "statistics/power_ramp.hpp"

namespace ebb::inline experiment {
namespace {

constexpr const char* measured_chip = "infiniband-36";
constexpr const char* ideal_chip = "ideal-36";

/// Reads a device. An invalid one is recorded and skipped.
std::optional<Device> readable(const std::string& name, std::vector<std::string>& left_out) {
  auto device = find_device(name, "");
  if (device) return std::move(*device);
  left_out.push_back(broken_text(name, device.problems()));
  return std::nullopt;
}

PowerTable as_cabled(Device chip) { return {fmt::format("{}, as cabled", measured_chip), std::move(chip)}; }

/// The chip whose rates the founding paper measured: with all cables copper, all optical, and as they are.
void add_measured(std::vector<PowerTable>& tables, std::vector<std::string>& left_out) {
  const auto chip = readable(measured_chip, left_out);
  if (!chip) return;
  for (const Medium medium : {Medium::copper, Medium::optical})
    tables.push_back({fmt::format("{}, all {}", measured_chip, name_of(medium)), *chip, false, medium});
  tables.push_back(as_cabled(*chip));
}

/// Adds every other switch or link that has a device file.
void add_all_devices(std::vector<PowerTable>& tables, std::vector<std::string>& left_out) {
  for (const std::string& name : device_names()) {
    if (name == measured_chip || name == ideal_chip) continue;
    auto device = readable(name, left_out);
    if (device && (device->kind == DeviceKind::switch_chip || device->kind == DeviceKind::link))
      tables.push_back({name, std::move(*device)});
  }
}

/// `states` are those of the fastest channels.
ChannelPower power_of(const PowerTable& table, const ChannelKindResult& kind, const RateLevels& states) {
  const Medium medium = table.medium.value_or(kind.medium);
  const RateLevels own = states_of(kind, states);
  if (!table.proportional) return device_power(table.device, medium, own);
  const Watts fastest = device_power(table.device, medium, states).in.back().value_or(Watts{1});
  return proportional_power(
      fastest * (static_cast<double>(kind.rate.v) / static_cast<double>(states.fastest().v)), own);
}

/// Indexed by kind of channel.
std::vector<ChannelPower> powers_of(const PowerTable& table, const RateLevels& states,
                                    const RunResult& result) {
  std::vector<ChannelPower> powers;
  for (const ChannelKindResult& kind : result.channels) powers.push_back(power_of(table, kind, states));
  return powers;
}

/// Adds up energies. The sum is unknown as soon as one part is.
struct Sum {
  double joules = 0;
  bool known = true;

  void add(const std::optional<Joules>& part) {
    if (part)
      joules += part->v;
    else
      known = false;
  }
  std::optional<Joules> value() const { return known ? std::optional(Joules{joules}) : std::nullopt; }
  std::optional<double> over(const Sum& other) const {
    return known && other.known && other.joules > 0 ? std::optional(joules / other.joules) : std::nullopt;
  }
};

/// Packets are not counted by kind, so their number is estimated from the bytes and the run's mean packet
/// size.
ChannelUse use_of(const ChannelKindResult& kind, const std::vector<Picoseconds>& time_in, std::uint64_t bytes,
                  const LoadResult& load) {
  const double bits = static_cast<double>(bytes) * 8;
  const double packets =
      load.wire_bits_per_second > 0 ? bits * load.packets_per_second / load.wire_bits_per_second : 0;
  return {times_of(kind, time_in), bits, packets};
}

/// The energy of the switches that does not depend on their channels.
Joules base_of(const PowerTable& table, std::uint32_t switches, Picoseconds time) {
  return {(table.device.base.value * time).v * switches};
}

/// Returns the energy from the start of the run, with the base where it is known.
std::optional<Joules> whole_run(const PowerTable& table, const RateLevels& states, std::uint32_t switches,
                                const RunResult& result) {
  Sum sum;
  for (const ChannelKindResult& kind : result.channels)
    sum.add(energy_of(use_of(kind, kind.run_time_in, kind.run_bytes, result.statistics.accepted),
                      power_of(table, kind, states)));
  if (table.device.base.given) sum.add(base_of(table, switches, result.simulated));
  sum.joules -= domains_save(table.domains, result.domains.run).all().v;
  return sum.value();
}

/// Returns the half-width of the ratio to full rate, from its batches.
std::optional<double> half_width_of_full(const PowerTable& table, const RateLevels& states,
                                         const RunResult& result) {
  const Verdict verdict = result.statistics.verdict;
  if (verdict != Verdict::steady && verdict != Verdict::saturated) return std::nullopt;
  const std::vector<ChannelPower> powers = powers_of(table, states, result);
  std::vector<BatchSum> batches;
  for (std::size_t i = result.series.first; i < result.series.end && i < result.series.kinds.size(); ++i) {
    Sum drawn, full;
    for (std::size_t kind = 0; kind < result.channels.size(); ++kind) {
      const ChannelUse use = use_of(result.channels[kind], result.series.kinds[i][kind].time_in,
                                    result.series.kinds[i][kind].bytes, result.statistics.accepted);
      drawn.add(energy_of(use, powers[kind]));
      full.add(always_full(use, powers[kind]));
    }
    if (i < result.domains.spans.size())
      drawn.joules -= domains_save(table.domains, result.domains.spans[i]).modules.v;
    if (!drawn.value() || !full.value()) return std::nullopt;
    batches.push_back({full.value()->v, drawn.value()->v});
  }
  return estimate_in_groups(batches).half_width;
}

EnergyResult read_under(const PowerTable& table, const RateLevels& states, std::uint32_t switches,
                        const RunResult& result) {
  EnergyResult energy;
  energy.table = table.name;
  Sum all, full, ideal;
  for (const ChannelKindResult& kind : result.channels) {
    const ChannelUse use = use_of(kind, kind.time_in, kind.bytes, result.statistics.accepted);
    const ChannelPower power = power_of(table, kind, states);
    energy.kinds.push_back(energy_of(use, power));
    all.add(energy.kinds.back());
    full.add(always_full(use, power));
    ideal.add(for_bits_alone(use, power, kind.rate));
  }
  const DomainsSave saved = domains_save(table.domains, result.domains.measured);
  energy.domains_save = saved.all();
  all.joules -= saved.modules.v;
  energy.channels = all.value();
  energy.of_full = all.over(full);
  energy.of_full_half_width = half_width_of_full(table, states, result);
  energy.of_ideal = all.over(ideal);
  if (table.device.base.given) {
    energy.base = base_of(table, switches, result.metered_until - result.statistics.measured_from);
    full.add(energy.base);
    energy.base->v -= saved.switches.v;
    all.add(energy.base);
    energy.total_of_full = all.over(full);
  }
  energy.whole_run = whole_run(table, states, switches, result);
  if (table.proportional && !table.device.link(Medium::copper, states.fastest())) {  // no watts, only ratios
    energy.channels.reset(), energy.whole_run.reset();
    for (auto& kind : energy.kinds) kind.reset();
  }
  return energy;
}

/// Returns the power of the channels under a table, as a time series.
SeriesPower series_power(const PowerTable& table, const RateLevels& states, std::uint32_t switches,
                         const RunResult& result) {
  SeriesPower power{.table = table.name, .watts = {}, .full_watts = {}, .base_watts = {}, .ramp = {}};
  const std::vector<ChannelPower> of_kind = powers_of(table, states, result);
  const double seconds = result.time_series.length.seconds();
  for (std::size_t i = 0; i < result.time_series.spans.size(); ++i) {
    const SeriesSpan& span = result.time_series.spans[i];
    Sum drawn, full;
    for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
      const ChannelUse use = use_of(result.channels[kind], span.kinds[kind].time_in, span.kinds[kind].bytes,
                                    result.statistics.accepted);
      drawn.add(energy_of(use, of_kind[kind]));
      full.add(always_full(use, of_kind[kind]));
    }
    const DomainsSave saved = i < result.domains.spans.size()
                                  ? domains_save(table.domains, result.domains.spans[i])
                                  : DomainsSave{};
    drawn.joules -= saved.modules.v;
    if (table.device.base.given)
      power.base_watts.push_back(table.device.base.value.v * switches - saved.switches.v / seconds);
    const auto watts = [&](const Sum& sum) {
      return sum.known ? std::optional(sum.joules / seconds) : std::nullopt;
    };
    power.watts.push_back(watts(drawn)), power.full_watts.push_back(watts(full));
  }
  std::vector<double> all = power.base_watts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!power.watts[i]) return power;
    all[i] += *power.watts[i];
  }
  if (all.size() > 1) power.ramp = ramp_of(all, seconds * table.speedup);
  return power;
}

/// Returns all carried bits as a fraction of the channels' capacity at full rate.
double ideal_share(const RunResult& result) {
  double bits = 0, room = 0;
  for (const ChannelKindResult& kind : result.channels) {
    bits += static_cast<double>(kind.bytes) * 8;
    for (const Picoseconds t : kind.time_in) room += t.seconds() * static_cast<double>(kind.rate.v);
  }
  return room > 0 ? bits / room : 0;
}

}  // namespace

std::string left_out_note(const std::string& device) {
  return fmt::format("left out of the power tables: {}; `ebb device list` prints what is wrong with them",
                     device);
}

RateLevels states_of(const ChannelKindResult& kind, const RateLevels& states) {
  return kind.off ? RateLevels({{0}, kind.rate}) : states.scaled_to(kind.rate);
}

std::vector<Picoseconds> times_of(const ChannelKindResult& kind, const std::vector<Picoseconds>& time_in) {
  if (!kind.off) return time_in;
  std::vector<Picoseconds> times(2);
  for (const Picoseconds t : time_in) times[0] += t;
  return times;
}

std::vector<PowerTable> read_power_tables(Configuration& file, EnergyConfig& config, bool controlled) {
  file.section("energy", config);
  if (!controlled && config.devices.empty()) {  // all tables would give 100 %; one table gives it in watts
    std::vector<PowerTable> cabled;
    if (auto chip = readable(measured_chip, config.left_out)) cabled.push_back(as_cabled(std::move(*chip)));
    return cabled;
  }
  std::vector<PowerTable> tables = {{.name = "ideal", .device = {}, .proportional = true}};
  if (auto chip = readable(ideal_chip, config.left_out)) tables[0].device = std::move(*chip);
  add_measured(tables, config.left_out);
  DeviceReader reader(file, "energy");
  for (const std::string& name : config.devices) {
    Device device;
    if (reader.read("devices", name, device)) tables.push_back({name, std::move(device), false, {}, true});
  }
  if (config.devices.empty()) add_all_devices(tables, config.left_out);
  for (PowerTable& table : tables) table.speedup = config.speedup;
  return tables;
}

void read_energy(const std::vector<PowerTable>& tables, const RateLevels& states, std::uint32_t switches,
                 RunResult& result) {
  result.ideal_share = ideal_share(result);
  result.energy.clear(), result.time_series.power.clear();
  for (const PowerTable& table : tables)
    if (EnergyResult energy = read_under(table, states, switches, result);
        energy.of_full || energy.total_of_full || table.asked_for) {
      result.energy.push_back(std::move(energy));
      result.time_series.power.push_back(series_power(table, states, switches, result));
    }
}

void read_series_power(const std::vector<PowerTable>& tables, const RateLevels& states,
                       std::uint32_t switches, RunResult& result) {
  result.time_series.power.clear();
  for (const PowerTable& table : tables) {
    SeriesPower power = series_power(table, states, switches, result);
    const auto is_known = [](const std::optional<double>& watts) { return watts && *watts > 0; };
    if (std::any_of(power.watts.begin(), power.watts.end(), is_known))
      result.time_series.power.push_back(std::move(power));
  }
}

}  // namespace ebb::inline experiment
