#include "experiment/energy/network_power.hpp"

#include <algorithm>
#include <cmath>

#include "base/medium.hpp"
#include "base/units.hpp"
#include "experiment/device/domain_energy.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/read/plan_config.hpp"
#include "planner/fit.hpp"
#include "planner/money.hpp"
#include "planner/network_power.hpp"
#include "planner/plan_settings.hpp"
#include "power/device/device.hpp"
#include "power/device/domain.hpp"
#include "power/device/split_port.hpp"
#include "results/plan_result.hpp"
#include "results/run_result.hpp"

namespace ebb::inline experiment {
namespace {

/// The power of one port in a state, and that of its transceiver.
struct PortPower {
  Watts port, transceiver;
};

/// The channels of one kind, which leave ports of the switch or of the adapter.
class KindOfPort {
 public:
  KindOfPort(const PlanInput& plan, const ChannelKindResult& kind)
      : plan_(plan),
        is_nic_(kind.from_host),
        device_(is_nic_           ? plan.nic
                : kind.from_spine ? plan.spine.value()
                                  : plan.switch_device),
        medium_(kind.medium),
        rate_(kind.rate) {}

  bool is_nic() const { return is_nic_; }
  const Device& device() const { return device_; }

  /// The row at full rate. Null for an adapter of which only the base power is known.
  const LinkPower* full_row() const { return plan_.row(device_, medium_, rate_); }

  PortPower full() const {
    const LinkPower* row = full_row();
    const LinkPower none;
    const auto transceiver = plan_.transceiver_power(row ? *row : none, medium_, rate_);
    return {row ? device_.port_power(*row) : Watts{}, transceiver.value_or(Watts{})};
  }

  /// Empty where no file states the power of a port in this state.
  std::optional<PortPower> in(BitsPerSecond rate) const {
    if (rate == rate_ || device_.links.empty()) return full();
    if (rate.v == 0 && module()) {  // it is on; what it saves when all its ports are off is subtracted apart
      const auto port = device_.off_port(medium_);
      return port ? std::optional(PortPower{*port, full().transceiver}) : std::nullopt;
    }
    const LinkPower* row = rate.v > 0 ? plan_.row(device_, medium_, rate) : device_.off_row(medium_);
    if (!row || is_part(device_, row, full_row())) return std::nullopt;
    if (rate.v == 0 && plan_.transceiver(medium_))  // it stays plugged in; its power is unknown
      return PortPower{device_.port_power(*row), full().transceiver};
    if (splits_transceiver(rate)) return PortPower{device_.port_power(*row), full().transceiver};
    const auto transceiver = plan_.transceiver_power(*row, medium_, rate);
    if (!transceiver) return std::nullopt;
    return PortPower{device_.port_power(*row), *transceiver};
  }

  /// Returns the devices that do not state their power in this state, each with the state.
  std::vector<std::string> unstated_in(BitsPerSecond rate) const {
    std::vector<std::string> names;
    if (!in(rate)) names.push_back(state_name(device_, rate));
    if (splits_transceiver(rate)) names.push_back(state_name(*plan_.transceiver(medium_), rate));
    return names;
  }

 private:
  std::string state_name(const Device& device, BitsPerSecond rate) const {
    return rate.v > 0 ? fmt::format("{}: {} at {}", device.name, name_of(medium_), quantity_text(rate))
                      : fmt::format("{}: {}, off", device.name, name_of(medium_));
  }
  static bool is_part(const Device& device, const LinkPower* slower, const LinkPower* whole) {
    return slower && whole && slower->rate.v > 0 && splits(device, *whole, *slower);
  }
  const PowerDomain* module() const {
    const Device* own = plan_.transceiver(medium_);
    return module_of(own ? *own : device_, medium_);
  }
  /// True when the transceiver's file has this rate only for two ports that share one. A slowed-down
  /// transceiver stays whole.
  bool splits_transceiver(BitsPerSecond rate) const {
    const Device* module = plan_.transceiver(medium_);
    return module && is_part(*module, module->link(medium_, rate), module->link(medium_, rate_));
  }

  const PlanInput& plan_;
  bool is_nic_;
  const Device& device_;
  Medium medium_;
  BitsPerSecond rate_;
};

/// Subtracts what the channels of a kind save compared with full rate.
void take_off_slow_time(const KindOfPort& port, const ChannelKindResult& kind, const RateLevels& states,
                        double seconds, NetworkPower& draw) {
  const PortPower full = port.full();
  const RateLevels own_states = states_of(kind, states);
  const std::vector<Picoseconds> time_in = times_of(kind, kind.time_in);
  for (std::size_t i = 0; i < time_in.size(); ++i) {
    if (time_in[i].v == 0) continue;
    const BitsPerSecond rate = own_states[i % own_states.size()];
    for (const std::string& name : port.unstated_in(rate))
      if (std::find(draw.as_full.begin(), draw.as_full.end(), name) == draw.as_full.end())
        draw.as_full.push_back(name);
    const auto own = port.in(rate);
    if (!own) continue;
    const double ports = time_in[i].seconds() / seconds;
    Watts& ports_of = port.is_nic() ? draw.drawn.nics : draw.drawn.ports;
    ports_of.v -= ports * (full.port.v - own->port.v);
    draw.drawn.transceivers.v -= ports * (full.transceiver.v - own->transceiver.v);
  }
}

/// Bits and packets per second on a kind of channel. Packets are not counted by kind, so their number is
/// estimated from the bytes and the run's mean packet size.
struct Passed {
  double bits = 0, packets = 0;
};

Passed passed(const ChannelKindResult& kind, const LoadResult& load, double seconds) {
  const double bits = static_cast<double>(kind.bytes) * 8 / seconds;
  const double share =
      load.wire_bits_per_second > 0 ? load.packets_per_second / load.wire_bits_per_second : 0;
  return {bits, bits * share};
}

/// Every packet that leaves a switch was written to its memory once and read once, cell by cell.
double buffer_watts(const BufferPower& buffer, const Passed& traffic) {
  if (buffer.cell.value.v < 1 || traffic.packets <= 0) return 0;
  const double bytes = traffic.bits / traffic.packets / 8;
  return traffic.packets * std::ceil(bytes / static_cast<double>(buffer.cell.value.v)) *
         (buffer.read.value.v + buffer.write.value.v);
}

void add_traffic(const KindOfPort& port, const Passed& traffic, PlanPower& power) {
  if (const LinkPower* row = port.full_row())
    power.traffic.v += row->per_bit.value.v * traffic.bits + row->per_packet.value.v * traffic.packets;
  if (!port.is_nic()) power.buffers.v += buffer_watts(port.device().buffer, traffic);
}

}  // namespace

std::shared_ptr<const PlanInput> read_plan_of_run(Configuration& file, const Topology* topology,
                                                  const Cables& cables) {
  if (!file.root().find("plan")) return nullptr;
  auto plan = std::make_shared<PlanInput>();
  plan->cables = cables;
  const std::size_t before = file.problems().size();
  read_plan_section(file, *plan);
  if (!topology || file.problems().size() > before) return nullptr;
  if (!read_parts(file, *topology, *plan)) return nullptr;
  file.add_problems("plan", misfits_of(file, *plan));
  return plan;
}

std::vector<DomainPower> domains_of(const PlanInput& plan, Picoseconds time_to_wake, bool switches_sleep) {
  std::vector<DomainPower> all, of_switches;
  if (!plan.spine) of_switches = domain_powers(plan.switch_device, time_to_wake, switches_sleep);
  for (const DomainPower& domain : of_switches)
    if (domain.kind != DomainKind::module || !plan.transceiver(*domain.shape.medium)) all.push_back(domain);
  for (const Medium medium : all_media)
    if (const Device* own = plan.transceiver(medium))
      for (const DomainPower& domain : domain_powers(*own, time_to_wake))
        if (domain.kind == DomainKind::module && domain.shape.medium == medium) all.push_back(domain);
  return all;
}

std::optional<NetworkPower> network_power(const PlanInput& plan, const RateLevels& states,
                                          const std::vector<DomainPower>& domains, const RunResult& result) {
  const double seconds = (result.metered_until - result.statistics.measured_from).seconds();
  if (seconds <= 0) return std::nullopt;
  NetworkPower draw;
  draw.always_on = network_power(plan, 0);
  for (const ChannelKindResult& kind : result.channels) {
    const KindOfPort port(plan, kind);
    add_traffic(port, passed(kind, result.statistics.accepted, seconds), draw.always_on);
  }
  draw.drawn = draw.always_on;
  for (const ChannelKindResult& kind : result.channels)
    take_off_slow_time(KindOfPort(plan, kind), kind, states, seconds, draw);
  const DomainsSave saved = domains_save(domains, result.domains.measured);
  draw.drawn.transceivers.v -= saved.modules.v / seconds;
  draw.drawn.switch_base.v -= saved.switches.v / seconds;
  const PlanSettings& s = plan.settings;
  draw.usd_per_kwh = s.price_usd_per_kwh, draw.pue = s.pue;
  const Tariff tariff{s.price_usd_per_kwh, s.pue, 1};
  draw.year = cost_of(draw.drawn.total(), tariff),
  draw.always_on_year = cost_of(draw.always_on.total(), tariff);
  const PortCount ports = plan.ports();
  draw.missing =
      missing_numbers(plan, links_of_switches(ports), links_of_hosts(ports), links_of_spines(ports));
  draw.known = check_power(plan).empty();
  // A run sums the times of domains over all switches, so those of two devices cannot be told apart.
  if (plan.spine && (!plan.switch_device.domains.empty() || !plan.spine->domains.empty()))
    draw.missing.push_back("what parts of switches save that sleep, with leaves and spines of two devices");
  if (!draw.known) draw.as_full.clear();  // nothing was counted
  if (s.addressing != Addressing::unstated) draw.missing.push_back("forwarding tables, in a run");
  return draw;
}

}  // namespace ebb::inline experiment
