#include "fabric/lab/counters/lab_losses.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/lab/lab_switches.hpp"

namespace ebb::inline fabric {
namespace {

Problems add_queue_drops(const std::string& name_space, LabLosses& to) {
  const ToolResult ran = run_tool_in({name_space}, {"tc", "-s", "-j", "qdisc"});
  const auto drops = ran.ok() ? queue_drops(ran.output) : std::nullopt;
  if (!drops)
    return {{"tc", fmt::format("does not report the queues in {}: {}", name_space, ran.said()),
             "install iproute2 5.5 or later"}};
  to.queue_full += *drops;
  return {};
}

Problems add_segments_of(const std::string& name_space, LabLosses& to) {
  const ToolResult ran = run_in_namespace(name_space, [] {
    std::ostringstream text;
    for (const char* file : {"/proc/self/net/snmp", "/proc/self/net/netstat"})
      text << std::ifstream(file).rdbuf();
    return text.str();
  });
  if (!ran.ok() || !add_segments(ran.output, to))
    return {{name_space, "has no TCP counters that can be read: " + ran.said(),
             "`ebb lab status` shows what is left of the lab"}};
  return {};
}

}  // namespace

LabLosses LabLosses::since(const LabLosses& before) const {
  return {segments - before.segments, sent_again - before.sent_again, arrived_twice - before.arrived_twice,
          refused - before.refused,   queue_full - before.queue_full, not_sent_on - before.not_sent_on};
}

bool add_segments(const std::string& text, LabLosses& to) {
  const std::pair<std::string_view, std::uint64_t*> wanted[] = {
      {"OutSegs", &to.segments}, {"RetransSegs", &to.sent_again}, {"TCPDSACKRecv", &to.arrived_twice}};
  int found = 0;
  std::istringstream in(text);
  // A line of names, then one of their values, both beginning with the protocol.
  for (std::string names, values; std::getline(in, names) && std::getline(in, values);) {
    if (!names.starts_with("Tcp")) continue;
    std::istringstream name_words(names), value_words(values);
    for (std::string name, value; name_words >> name && value_words >> value;)
      for (const auto& [what, sum] : wanted)
        if (name == what) *sum += std::stoull(value), ++found;
  }
  return found == 3;
}

std::optional<std::uint64_t> queue_drops(const std::string& json) {
  const auto queues = nlohmann::json::parse(json, nullptr, false);
  if (!queues.is_array()) return std::nullopt;
  std::uint64_t drops = 0;
  for (const auto& queue : queues) drops += queue.value("drops", std::uint64_t{0});
  return drops;
}

Result<LabLosses> read_losses(const LabNames& names, const Network& network, DataPlane plane) {
  LabLosses all;
  const auto ports = read_port_counts(names, network, plane);
  if (ports.empty())
    return Problem{names.lab, "a switch does not report its port counters",
                   "`ebb lab status` shows what is left of the lab"};
  for (const PortCount& port : ports) {
    all.refused += port.dropped;
    all.not_sent_on += static_cast<std::int64_t>(port.received) - static_cast<std::int64_t>(port.sent);
  }
  Problems problems = add_queue_drops(names.fabric(), all);
  for (HostId h = 0; problems.empty() && h < network.hosts; ++h) {
    problems = add_queue_drops(names.host(h), all);
    if (problems.empty()) problems = add_segments_of(names.host(h), all);
  }
  if (!problems.empty()) return problems;
  return all;
}

}  // namespace ebb::inline fabric
