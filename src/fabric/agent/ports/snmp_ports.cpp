#include "fabric/agent/ports/snmp_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "base/spelling.hpp"
#include "fabric/snmp/bridge_tables.hpp"
#include "fabric/snmp/interface_numbers.hpp"

namespace ebb::inline fabric {
namespace {

const SnmpName sys_up_time{1, 3, 6, 1, 2, 1, 1, 3, 0};
const SnmpName if_admin_status{1, 3, 6, 1, 2, 1, 2, 2, 1, 7}, if_oper_status{1, 3, 6, 1, 2, 1, 2, 2, 1, 8};
const SnmpName if_high_speed{1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 15};  // Mb/s
/// Octets in and out, then unicast frames in and out: 64-bit counters, then 32-bit ones.
const SnmpName long_counters[] = {{1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 6},
                                  {1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 10},
                                  {1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 7},
                                  {1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 11}};
const SnmpName short_counters[] = {{1, 3, 6, 1, 2, 1, 2, 2, 1, 10},
                                   {1, 3, 6, 1, 2, 1, 2, 2, 1, 16},
                                   {1, 3, 6, 1, 2, 1, 2, 2, 1, 11},
                                   {1, 3, 6, 1, 2, 1, 2, 2, 1, 17}};
/// Of the port's first transceiver: ifMauDefaultType, which counts without autonegotiation, and the latter.
const SnmpName mau_default_type{1, 3, 6, 1, 2, 1, 26, 2, 1, 1, 11};
const SnmpName negotiation_status{1, 3, 6, 1, 2, 1, 26, 5, 1, 1, 1};
const SnmpName negotiation_restart{1, 3, 6, 1, 2, 1, 26, 5, 1, 1, 8};
constexpr std::uint64_t negotiation_on = 1, negotiation_off = 2, restart_now = 1;
constexpr BitsPerSecond fastest_without_negotiation{100'000'000};
/// Full-duplex types over twisted pairs.
struct MauType {
  BitsPerSecond rate;
  unsigned long number;
};
constexpr MauType mau_types[] = {
    {{10'000'000}, 11}, {{100'000'000}, 16}, {{1'000'000'000}, 30}, {{10'000'000'000}, 54}};

constexpr std::uint64_t up = 1, down = 2;
constexpr std::size_t states_of_port = 3;

SnmpName of_port(SnmpName column, unsigned long index) {
  column.push_back(index);
  return column;
}
SnmpName of_mau(SnmpName column, unsigned long index) {
  column.push_back(index), column.push_back(1);
  return column;
}
SnmpValue snmp_number(std::uint64_t value) { return {SnmpValue::Kind::number, value}; }

}  // namespace

SnmpPorts::SnmpPorts(std::string name, std::unique_ptr<SnmpSession> session,
                     std::vector<std::string> interfaces)
    : name_(std::move(name)), session_(std::move(session)), interfaces_(std::move(interfaces)) {}

Problems SnmpPorts::find_ports() {
  const auto index_of = interface_numbers(*session_);
  if (!index_of) return index_of.problems();
  std::vector<std::string> names;
  for (const auto& [name, index] : *index_of) names.push_back(name);
  std::vector<Port> ports(interfaces_.size());
  Problems problems;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto found = index_of->find(interfaces_[i]);
    if (found == index_of->end())
      problems.push_back(
          {name_, fmt::format("has no interface \"{}\"", interfaces_[i]), name_hint(interfaces_[i], names)});
    else
      ports[i].index = found->second;
  }
  if (problems.empty()) ports_ = std::move(ports);
  return problems;
}

Result<bool> SnmpPorts::started_again() {
  const auto values = session_->get({sys_up_time});
  if (!values) return values.problems();
  const std::uint64_t now = values->front().number;
  // sysUpTime wraps after 497 days; in that case the old value was close to its maximum.
  constexpr std::uint64_t near_end = 0xffff'ffffu - 100 * 3'600;
  const bool again = now < uptime_ && uptime_ < near_end;
  uptime_ = now;
  return again;
}

std::vector<SnmpName> SnmpPorts::questions() const {
  std::vector<SnmpName> names;
  for (const Port& port : ports_) {
    for (const SnmpName& state : {if_admin_status, if_oper_status, if_high_speed})
      names.push_back(of_port(state, port.index));
    for (const SnmpName& counter : long_counters) names.push_back(of_port(counter, port.index));
    if (has_long_counters_) continue;
    for (const SnmpName& counter : short_counters) names.push_back(of_port(counter, port.index));
  }
  return names;
}

Result<PortReading> SnmpPorts::reading_of(Port& port, const SnmpValue* values, bool again) const {
  using Kind = SnmpValue::Kind;
  PortReading reading;
  reading.enabled = values[0].number == up;
  reading.up = values[1].number == up;
  reading.speed = {static_cast<std::int64_t>(values[2].number) * 1'000'000};
  std::uint64_t counted[counters];
  for (std::size_t i = 0; i < counters; ++i) {
    const SnmpValue& is_long = values[states_of_port + i];
    const SnmpValue is_short = has_long_counters_ ? SnmpValue{} : values[states_of_port + counters + i];
    if (values[0].kind != Kind::number || (is_long.kind != Kind::number && is_short.kind != Kind::number))
      return Problem{name_, fmt::format("does not report all objects of interface {}", port.index),
                     "let the SNMP user of the inventory read IF-MIB"};
    counted[i] = is_long.kind == Kind::number
                     ? is_long.number
                     : port.counted[i].read(static_cast<std::uint32_t>(is_short.number), again);
  }
  reading.received_bytes = counted[0], reading.sent_bytes = counted[1];
  reading.received_frames = counted[2], reading.sent_frames = counted[3];
  return reading;
}

Result<std::vector<PortReading>> SnmpPorts::readings() {
  answers_ = false;
  const auto again = started_again();
  if (!again) return again.problems();
  if (ports_.empty() || *again)
    if (Problems problems = find_ports(); !problems.empty()) return problems;
  auto values = session_->get(questions());
  const auto missing = [](const SnmpValue& value) { return value.kind == SnmpValue::Kind::missing; };
  if (values && has_long_counters_ && std::any_of(values->begin(), values->end(), missing)) {
    has_long_counters_ = false;
    values = session_->get(questions());
  }
  if (!values) return values.problems();
  answers_ = true;
  std::vector<PortReading> readings;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    const auto reading = reading_of(ports_[i], values->data() + i * values_of_port(), *again);
    if (!reading) return reading.problems();
    readings.push_back(*reading);
  }
  return readings;
}

Problems SnmpPorts::enable(std::uint32_t local, bool on) {
  if (ports_.empty())
    if (Problems problems = find_ports(); !problems.empty()) return problems;
  return session_->set({{of_port(if_admin_status, ports_[local].index), snmp_number(on ? up : down)}});
}

Problems SnmpPorts::set_rate(std::uint32_t local, BitsPerSecond rate) {
  if (keeps_rates_) return {};
  if (ports_.empty())
    if (Problems problems = find_ports(); !problems.empty()) return problems;
  const auto type = std::find_if(std::begin(mau_types), std::end(mau_types),
                                 [&](const MauType& t) { return t.rate.v == rate.v; });
  if (type == std::end(mau_types))
    return {{name_, fmt::format("cannot be set to {} by SNMP", quantity_text(rate)),
             "take a rate of MAU-MIB: 10Mb/s, 100Mb/s, 1Gb/s or 10Gb/s"}};
  const unsigned long index = ports_[local].index;
  std::vector<SnmpSetting> settings{
      {of_mau(mau_default_type, index),
       {SnmpValue::Kind::name, 0, {}, {1, 3, 6, 1, 2, 1, 26, 4, type->number}}}};
  const auto negotiates = session_->get({of_mau(negotiation_status, index)});
  if (!negotiates) return negotiates.problems();
  const bool needed = rate > fastest_without_negotiation;
  if (negotiates->front().kind == SnmpValue::Kind::number) {
    settings.push_back(
        {of_mau(negotiation_status, index), snmp_number(needed ? negotiation_on : negotiation_off)});
    if (needed) settings.push_back({of_mau(negotiation_restart, index), snmp_number(restart_now)});
  }
  return session_->set(settings);
}

std::optional<std::vector<std::uint32_t>> SnmpPorts::bridge_ports() {
  if (!answers_) return {};
  const auto tables = read_bridge_tables(*session_, name_);
  if (!tables) return {};
  const auto numbers = find_bridge_ports(*tables, interfaces_, name_);
  if (!numbers) return {};
  return *numbers;
}

}  // namespace ebb::inline fabric
