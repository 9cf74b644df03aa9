#include "fabric/openflow/frame.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/problem.hpp"

namespace ebb::inline fabric {
namespace {

std::optional<std::uint64_t> parse_number(std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::optional<MaskedMac> parse_masked_mac(std::string_view text) {
  constexpr std::uint64_t all = 0xffff'ffff'ffff;
  const std::size_t slash = text.find('/');
  const auto value = parse_mac(text.substr(0, slash));
  const auto mask = slash == text.npos ? std::optional(all) : parse_mac(text.substr(slash + 1));
  if (!value || !mask) return std::nullopt;
  return MaskedMac{*value & *mask, *mask};
}

Problem unknown(std::string_view what, std::string_view word) {
  return {
      "", fmt::format("the {} \"{}\" is unknown: ebb writes none like it", what, word),
      "rules that ebb writes match in_port, dl_vlan, dl_src, dl_dst and dl_type, and output, tag or drop"};
}

bool read_field(std::string_view name, std::string_view value, FrameMatch& match) {
  if (name == "dl_src" || name == "dl_dst") {
    const auto mac = parse_masked_mac(value);
    if (mac) (name == "dl_src" ? match.source : match.destination) = *mac;
    return mac.has_value();
  }
  const auto number = parse_number(value);
  if (!number) return false;
  if (name == "in_port")
    match.in_port = static_cast<std::uint32_t>(*number);
  else if (name == "dl_vlan")
    match.tag = static_cast<std::uint16_t>(*number);
  else if (name == "dl_vlan_pcp")
    match.priority = static_cast<std::uint8_t>(*number);
  else if (name == "dl_type")
    match.type = static_cast<std::uint16_t>(*number);
  else
    return false;
  return true;
}

/// The text between a prefix and a suffix, as a number or an address.
std::optional<std::uint64_t> between(std::string_view text, std::string_view before,
                                     std::string_view after = "") {
  if (!text.starts_with(before) || !text.ends_with(after) || text.size() < before.size() + after.size())
    return std::nullopt;
  text = text.substr(before.size(), text.size() - before.size() - after.size());
  return text.find(':') != text.npos ? parse_mac(text) : parse_number(text);
}

std::optional<FrameAction> parse_action(const std::string& text) {
  using Kind = FrameAction::Kind;
  if (text == "IN_PORT" || text == "in_port") return FrameAction{Kind::back};
  if (text == "pop_vlan" || text == "strip_vlan") return FrameAction{Kind::pop_tag};
  if (text == "push_vlan:0x8100") return FrameAction{Kind::push_tag};
  if (const auto v = between(text, "output:")) return FrameAction{Kind::output, *v};
  if (const auto v = between(text, "goto_table:")) return FrameAction{Kind::to_table, *v};
  if (const auto v = between(text, "group:")) return FrameAction{Kind::to_group, *v};
  if (const auto v = between(text, "set_field:", "->eth_src")) return FrameAction{Kind::set_source, *v};
  if (const auto v = between(text, "set_field:", "->eth_dst")) return FrameAction{Kind::set_destination, *v};
  // The field holds the VLAN id and the bit that marks a tag as present.
  if (const auto v = between(text, "set_field:", "->vlan_vid")) return FrameAction{Kind::set_tag, *v & 0xfff};
  if (const auto v = between(text, "set_field:", "->vlan_pcp"))
    return FrameAction{Kind::set_priority, *v & 7};
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_mac(std::string_view text) {
  if (text.size() != 17) return std::nullopt;
  std::uint64_t mac = 0;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::uint8_t byte = 0;
    const char* end = text.data() + at + 2;
    if (std::from_chars(text.data() + at, end, byte, 16).ptr != end) return std::nullopt;
    if (at + 2 < text.size() && text[at + 2] != ':') return std::nullopt;
    mac = mac << 8 | byte;
  }
  return mac;
}

std::vector<std::string> cut_list(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    if (i > begin) parts.emplace_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

Result<FrameMatch> parse_match(const std::string& match) {
  FrameMatch result;
  for (const std::string& part : cut_list(match)) {
    const std::size_t equals = part.find('=');
    if (equals == part.npos || !read_field(part.substr(0, equals), part.substr(equals + 1), result))
      return unknown("match", part);
  }
  return result;
}

Result<std::vector<FrameAction>> parse_actions(const std::string& actions) {
  std::vector<FrameAction> result;
  if (actions == "drop") return result;
  for (const std::string& part : cut_list(actions)) {
    const auto action = parse_action(part);
    if (!action) return unknown("action", part);
    result.push_back(*action);
  }
  return result;
}

Result<std::vector<FrameAction>> parse_bucket(const std::string& bucket) {
  const std::size_t begin = bucket.find("actions=");
  if (begin == bucket.npos) return unknown("bucket", bucket);
  return parse_actions(bucket.substr(begin + 8));
}

}  // namespace ebb::inline fabric
