#include "fabric/openflow/ovs_text.hpp"

#include <charconv>

#include "base/trimmed.hpp"
#include "fabric/openflow/frame.hpp"

namespace ebb::inline fabric {
namespace {

std::uint64_t number(std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  return value;
}

/// The number after "rx pkts=" or the like.
std::uint64_t number_behind(std::string_view line, std::string_view word) {
  const std::size_t at = line.find(word);
  return at == line.npos ? 0 : number(line.substr(at + word.size()));
}

/// Parses a property of a rule other than its match.
bool take_detail(std::string_view name, std::string_view value, InstalledRule& held) {
  if (name == "cookie")
    held.rule.cookie = number(value);
  else if (name == "table")
    held.rule.table = static_cast<std::uint8_t>(number(value));
  else if (name == "n_packets")
    held.packets = number(value);
  else if (name == "n_bytes")
    held.bytes = number(value);
  else if (name == "priority")
    held.rule.priority = static_cast<std::uint16_t>(number(value));
  else
    return name == "duration" || name.ends_with("_timeout") || name.ends_with("_age") || name == "importance";
  return true;
}

}  // namespace

std::vector<std::string> cut_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::optional<InstalledRule> parse_flow_line(std::string_view line) {
  const std::size_t actions = line.find(" actions=");
  if (actions == line.npos || !trimmed(line).starts_with("cookie=")) return std::nullopt;
  InstalledRule held;
  held.rule.priority = 32768;  // Open vSwitch omits its default
  held.rule.actions = line.substr(actions + 9);
  for (const std::string& word : cut_list(line.substr(0, actions))) {
    const std::string_view part = trimmed(word);
    const std::size_t equals = std::min(part.find('='), part.size());
    if (part.empty() ||
        (equals < part.size() && take_detail(part.substr(0, equals), part.substr(equals + 1), held)))
      continue;
    if (!held.rule.match.empty()) held.rule.match += ',';
    held.rule.match += part;
  }
  return held;
}

std::optional<FlowGroup> parse_group_line(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("group_id=")) return std::nullopt;
  FlowGroup group;
  group.id = static_cast<std::uint32_t>(number(line.substr(9)));
  const std::size_t type = line.find("type="), first = line.find(",bucket=");
  if (type != line.npos)
    group.type = line.substr(type + 5, std::min(line.find(',', type), line.size()) - type - 5);
  if (group.type == "ff") group.type = "fast_failover";  // it accepts both and prints the short one
  for (std::size_t at = first; at != line.npos;) {
    const std::size_t next = line.find(",bucket=", at + 1);
    std::string_view bucket = line.substr(at + 8, next == line.npos ? line.npos : next - at - 8);
    // Open vSwitch numbers the buckets; nothing refers to the numbers.
    if (bucket.starts_with("bucket_id:")) bucket.remove_prefix(std::min(bucket.find(',') + 1, bucket.size()));
    group.buckets.emplace_back(bucket);
    at = next;
  }
  return group;
}

std::vector<PortState> parse_ports(const std::string& description, const std::string& counters) {
  std::vector<PortState> ports;
  for (const std::string& line : cut_lines(description)) {
    const std::string_view text = trimmed(line);
    const std::size_t open = text.find('('), close = text.find("): addr:");
    if (open != text.npos && close != text.npos && text.front() >= '0' && text.front() <= '9')
      ports.push_back({static_cast<std::uint32_t>(number(text)),
                       std::string(text.substr(open + 1, close - open - 1)), true, 0, 0});
    else if (text.starts_with("LOCAL("))
      ports.push_back({0xfffffffe, "LOCAL", true, 0, 0});
    else if (!ports.empty() && (text.find("LINK_DOWN") != text.npos || text.find("PORT_DOWN") != text.npos))
      ports.back().up = false;
  }
  PortState* current = nullptr;
  for (const std::string& line : cut_lines(counters)) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("port ")) {
      const auto id = static_cast<std::uint32_t>(number(trimmed(text.substr(5))));
      current = nullptr;
      for (PortState& port : ports)
        if (port.number == id) current = &port;
      if (current) current->received = number_behind(text, "rx pkts=");
    } else if (current && text.starts_with("tx ")) {
      current->sent = number_behind(text, "tx pkts=");
    }
  }
  return ports;
}

}  // namespace ebb::inline fabric
