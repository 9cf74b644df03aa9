#include "fabric/lab/lab_trial.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/process/run_tool.hpp"
#include "base/quantity.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_ping.hpp"
#include "fabric/lab/lab_routers.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {
namespace {

/// Reads until the counters stop changing, or for 3 s: hosts that use ARP repeat their requests.
PortReadings quiet_readings(const LabNames& names, const Network& network, DataPlane plane) {
  PortReadings readings{{}, read_port_counts(names, network, plane)};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    readings.earlier = std::move(readings.later);
    readings.later = read_port_counts(names, network, plane);
  } while (readings.later != readings.earlier && std::chrono::steady_clock::now() < end);
  return readings;
}

/// Every host pings every other; one host after the other.
LabFinding ping_pairs(const LabNames& names, const Network& network) {
  std::string silent;
  std::size_t lost = 0;
  for (HostId h = 0; h < network.hosts; ++h) {
    std::vector<std::string> others;
    for (HostId o = 0; o < network.hosts; ++o)
      if (o != h) others.push_back(LabNames::ip(o));
    const ToolResult ran = run_in_namespace(names.host(h), [&] {
      std::string text;
      for (const std::string& address : ping_all(others)) text += address + "\n";
      return text;
    });
    if (!ran.ok()) return {"ping", false, host_name(h) + ": " + ran.said()};
    for (HostId o = 0; o < network.hosts; ++o)
      if (ran.output.find(LabNames::ip(o) + "\n") != std::string::npos && ++lost <= 4)
        silent += fmt::format("; {} -> {} lost", host_name(h), host_name(o));
  }
  const std::uint64_t pairs = std::uint64_t{network.hosts} * (network.hosts - 1);
  return {"ping", lost == 0, fmt::format("{} of {} pairs answered{}", pairs - lost, pairs, silent)};
}

std::string port_text(const Network& network, PortId p) {
  return fmt::format("{} port {}", switch_name(network.owner[p]),
                     p - network.first_port[network.owner[p]] + 1);
}

/// "; 12 more came from other programs on h3, h5"; empty when hosts sent only what they were to send.
std::string sent_by_others(const Network& network, const std::vector<PortCount>& expected,
                           const std::vector<PortCount>& before, const std::vector<PortCount>& after) {
  constexpr std::size_t most_named = 4;
  std::uint64_t frames = 0;
  std::vector<std::string> hosts;
  for (HostId h = 0; h < network.hosts; ++h) {
    const PortId p = network.peer[network.host_port(h)];
    const std::uint64_t received = after[p].received - before[p].received;
    if (received <= expected[p].received) continue;
    frames += received - expected[p].received;
    hosts.push_back(host_name(h));
  }
  if (frames == 0) return "";
  const std::size_t more = hosts.size() > most_named ? hosts.size() - most_named : 0;
  hosts.resize(hosts.size() - more);
  return fmt::format("; {} more came from other programs on {}{}", frames, fmt::join(hosts, ", "),
                     more > 0 ? fmt::format(" and {} more hosts", more) : "");
}

}  // namespace

LabFinding compare_counts(const Network& network, bool only_ours, const std::vector<PortCount>& expected,
                          const std::vector<PortCount>& before, const std::vector<PortCount>& after) {
  if (before.empty() || after.empty())
    return {"port counters", false, "a switch does not report its counters"};
  const std::string others = only_ours ? sent_by_others(network, expected, before, after) : "";
  const bool exact = only_ours && others.empty();
  std::string wrong;
  std::size_t faults = 0;
  std::uint64_t frames = 0;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const std::uint64_t received = after[p].received - before[p].received,
                        sent = after[p].sent - before[p].sent;
    frames += received;
    const bool fits = exact ? received == expected[p].received && sent == expected[p].sent
                            : received >= expected[p].received && sent >= expected[p].sent;
    if (!fits && ++faults <= 2)
      wrong += fmt::format("; {} received {} and sent {}, the tables say {} and {}", port_text(network, p),
                           received, sent, expected[p].received, expected[p].sent);
  }
  return {"port counters", faults == 0,
          fmt::format("{} of {} ports counted {} the tables say, {} frames in all{}{}",
                      network.switch_ports() - faults, network.switch_ports(),
                      exact ? "just what" : "at least what", frames, others, wrong)};
}

namespace {

/// The rate that iperf3 reports on the client; negative when it failed.
double measured_rate(const std::string& output) {
  const auto report = nlohmann::json::parse(output, nullptr, false);
  if (report.is_discarded()) return -1;
  return report.value("/end/sum_received/bits_per_second"_json_pointer, -1.0);
}

LabFinding run_stream(const LabNames& names, const LabTrialPlan& plan, HostId from, HostId to) {
  const std::string what = fmt::format("iperf3 {} -> {}", host_name(from), host_name(to));
  const auto server = start_tool({"iperf3", "-s", "-1"}, names.host(to));
  double rate = -1;
  ToolResult ran;
  for (int attempt = 0; attempt < 40 && rate < 0; ++attempt) {  // until the server listens
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ran = run_tool_in({names.host(from)},
                      {"iperf3", "-c", LabNames::ip(to), "-t", std::to_string(plan.seconds), "-J"});
    rate = measured_rate(ran.output);
    if (ran.missing) break;
  }
  if (server) server->kill(), server->wait();
  if (ran.missing) return {what, false, "iperf3 is not installed; on Debian: apt install iperf3"};
  if (rate <= 0) return {what, false, "failed: " + ran.said().substr(0, 300)};
  const double asked = static_cast<double>(plan.settings.rate.v);
  // A busy machine may be slower than the shaped rate, but never faster.
  const bool fits = asked == 0 || rate < asked * 1.02;
  return {what, fits,
          fmt::format("{:.0f} Mb/s of TCP{}", rate / 1e6,
                      asked == 0 ? std::string(", not shaped")
                                 : fmt::format(" on cables of {}", quantity_text(plan.settings.rate)))};
}

}  // namespace

std::vector<PortCount> frames_of_all_pairs(const LabTrialPlan& plan) {
  const Network& network = plan.network;
  const AddressPlan addresses = address_plan(plan.routing, plan.tables.organisation);
  std::vector<TableIndex> tables;
  for (SwitchId s = 0; s < network.switches(); ++s)
    tables.emplace_back(defaults_of(loadable_rules(plan.routing, s, plan.tables)));
  std::vector<PortCount> counts(network.switch_ports());
  const auto follow = [&](HostId from, HostId to) {
    PortId in = network.peer[network.host_port(from)];
    for (std::uint32_t hops = 0; hops <= network.switches(); ++hops) {
      const SwitchId s = network.owner[in];
      ++counts[in].received;
      const std::uint32_t out =
          tables[s].lookup({addresses.address(to), addresses.address(from), in - network.first_port[s]});
      if (out == no_id) return;
      ++counts[network.first_port[s] + out].sent;
      in = network.peer[network.first_port[s] + out];
      if (network.is_host_port(in)) return;
    }
  };
  for (HostId from = 0; from < network.hosts; ++from)
    for (HostId to = 0; to < network.hosts; ++to)
      if (from != to) follow(from, to), follow(to, from);
  return counts;
}

LabFinding compare_ends(const Network& network, const PortReadings& before, const PortReadings& after) {
  if (before.earlier.empty() || before.later.empty() || after.earlier.empty() || after.later.empty())
    return {"cables", false, "a switch does not report its counters"};
  std::uint64_t sent = 0, lost = 0;
  std::string where;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId other = network.peer[p];
    if (network.is_host_port(other)) continue;
    const std::uint64_t out = after.earlier[p].sent - before.later[p].sent,
                        in = after.later[other].received - before.earlier[other].received;
    sent += out;
    if (out <= in) continue;
    if (lost == 0) where = "; first seen at " + port_text(network, p);
    lost += out - in;
  }
  return {"cables", lost == 0,
          fmt::format("{} frames sent between switches, {} of them not received{}", sent, lost, where)};
}

namespace {

void run_streams(const LabNames& names, const LabTrialPlan& plan, std::vector<LabFinding>& findings) {
  const std::uint32_t hosts = plan.network.hosts;
  for (int i = 0; i < plan.streams && hosts > 1; ++i) {
    const HostId from = static_cast<HostId>(i) % hosts, to = hosts - 1 - from;
    if (from != to) findings.push_back(run_stream(names, plan, from, to));
  }
}

}  // namespace

std::vector<LabFinding> try_lab(const LabNames& names, const LabTrialPlan& plan) {
  std::vector<LabFinding> findings;
  const Network& network = plan.network;
  if (plan.settings.is_routed()) {
    const auto routes = look_at_routes(names, network);
    findings.push_back({"routes", routes.ok(), routes ? *routes : to_text(routes.problems())});
    findings.push_back(ping_pairs(names, network));
    run_streams(names, plan, findings);
    return findings;
  }
  const DataPlane plane = plan.settings.dataplane;
  const auto start = quiet_readings(names, network, plane);
  findings.push_back(ping_pairs(names, network));
  const auto pinged = quiet_readings(names, network, plane);
  // Managed switches flood, so that more ports count a frame than lead to its destination.
  if (!plan.settings.by_snmp())
    findings.push_back(compare_counts(network, plan.settings.neighbours == LabNeighbours::fixed,
                                      frames_of_all_pairs(plan), start.later, pinged.later));
  run_streams(names, plan, findings);
  findings.push_back(compare_ends(network, start, quiet_readings(names, network, plane)));
  return findings;
}

}  // namespace ebb::inline fabric
