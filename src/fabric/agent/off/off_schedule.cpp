#include "fabric/agent/off/off_schedule.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

/// A name with commas or quotes is quoted, and its own quotes are doubled.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (inside && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (line[i] == '"')
      inside = !inside;
    else if (line[i] == ',' && !inside)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

/// By the network's own name, or "s3".
Result<SwitchId> find_switch(const Network& network, const std::string& name) {
  std::vector<std::string> known;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    if (switch_name(network, s) == name || switch_name(s) == name) return s;
    known.push_back(switch_name(network, s));
  }
  return Problem{"", fmt::format("there is no switch \"{}\"", name), name_hint(name, known)};
}

/// By its own name, or its number.
Result<PortId> find_cable(const Network& network, SwitchId s, const std::string& name) {
  std::vector<std::string> known;
  const auto number = parsed_number<std::uint32_t>(name);
  std::optional<PortId> found;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
    const std::string own = own_name_of_port(network, p);
    if (own == name && !name.empty()) found = p;
    if (!found && number == p - network.first_port[s]) found = p;
    if (joins_switches(network, p))
      known.push_back(own.empty() ? std::to_string(p - network.first_port[s]) : own);
  }
  if (!found)
    return Problem{"", fmt::format("{} has no port \"{}\"", switch_name(network, s), name),
                   name_hint(name, known)};
  if (joins_switches(network, *found)) return *found;
  return Problem{
      "", fmt::format("port \"{}\" of {} leads to a host, and stays on", name, switch_name(network, s)),
      name_hint(name, known)};
}

Problems read_line(const std::string& line, const Network& network, OffSchedule& schedule) {
  const std::vector<std::string> fields = fields_of(line);
  const auto hour = parsed_number<std::uint32_t>(fields[0]);
  if (fields.size() != 3 || !hour || *hour >= hours_of_day)
    return {{"", "is no hour, switch and port of a cable between switches",
             fmt::format("for example: 3,{},{} for a cable that is off from 3:00 to 4:00",
                         quoted(switch_name(network, 0)), network.ports_of(0) - 1)}};
  const auto s = find_switch(network, fields[1]);
  if (!s) return s.problems();
  const auto p = find_cable(network, *s, fields[2]);
  if (!p) return p.problems();
  schedule.on[*hour].set(network, *p, false);
  return {};
}

}  // namespace

Result<OffSchedule> read_schedule(const std::string& path, const Network& network) {
  OffSchedule schedule{std::vector<CableSet>(hours_of_day, CableSet(network))};
  std::ifstream in(path);
  if (!in)
    return Problem{
        path,
        errno == ENOENT ? "there is no such file" : std::string("cannot be read: ") + std::strerror(errno),
        "`ebb off FILE --demand tm.csv --schedule NEW.csv` makes one"};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#' || line.starts_with("hour")) continue;
    Problems problems = read_line(line, network, schedule);
    for (Problem& p : problems) p.where = fmt::format("{}:{}", path, number);
    if (!problems.empty()) return problems;
  }
  for (std::size_t hour = 0; hour < hours_of_day; ++hour)
    if (!survives(network, schedule.on[hour], 0))
      return Problem{path, fmt::format("hosts would be cut off at {}:00", hour), "leave more cables on"};
  return schedule;
}

std::string schedule_text(const OffSchedule& schedule, const Network& network) {
  std::string text = "hour,switch,port\n";
  for (std::size_t hour = 0; hour < schedule.on.size(); ++hour)
    for (PortId p = 0; p < network.switch_ports(); ++p) {
      if (p >= network.peer[p] || schedule.on[hour].has(p)) continue;
      const SwitchId s = network.owner[p];
      const std::string own = own_name_of_port(network, p);
      text += fmt::format("{},{},{}\n", hour, quoted(switch_name(network, s)),
                          own.empty() ? std::to_string(p - network.first_port[s]) : quoted(own));
    }
  return text;
}

}  // namespace ebb::inline fabric
