#include "tasks/agent/energy_objects.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "fabric/inventory/names.hpp"

namespace ebb::inline tasks {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view module_name = "ietf-power-and-energy:";
constexpr double joules_per_mwh = 3.6;

std::string identity(std::string_view name) { return std::string(module_name) + std::string(name); }

/// In milliwatts and milliwatt-hours, because ports take fractions of a watt. 64-bit numbers are texts in
/// JSON (RFC 7951). A sum that 32 bits do not hold is in watts.
Json entry_of(const std::string& id, const DomainEnergy& e, std::string_view relation, const Json& peers) {
  const bool milli = std::abs(e.now.v) < 2e6 && std::abs(e.full.v) < 2e6;
  const double by = milli ? 1000 : 1;
  Json entry = {{"energy-object-id", id},
                {"power",
                 {{"instantaneous-power", std::llround(e.now.v * by)},
                  {"nameplate-power", std::llround(e.full.v * by)},
                  {"unit-multiplier", identity(milli ? "multiplier-milli" : "multiplier-units")},
                  {"data-source-accuracy", identity("accuracy-estimated")},
                  {"measurement-local", false}}},
                {"energy",
                 {{"total-energy-consumed", std::to_string(std::llround(e.used.v / joules_per_mwh))},
                  {"unit-multiplier", identity("multiplier-milli")},
                  {"data-source-accuracy", identity("accuracy-estimated")},
                  {"measurement-local", false}}}};
  if (!peers.empty()) entry["relationship"] = Json::array({{{"type", identity(relation)}, {"peer", peers}}});
  return entry;
}

DomainEnergy sum_of(const std::vector<DomainEnergy>& parts) {
  DomainEnergy sum{"", {}, {}, {}, {}};
  for (const DomainEnergy& part : parts) {
    sum.now.v += part.now.v, sum.full.v += part.full.v;
    sum.used.v += part.used.v;
  }
  return sum;
}

/// The fabric first, then each switch with its domains.
Json all_entries(const Network& network, const AgentEnergy& energy) {
  Json entries = Json::array(), switches = Json::array();
  if (!energy.known()) return entries;
  for (SwitchId s = 0; s < network.switches(); ++s) switches.push_back({{"id", switch_name(network, s)}});
  entries.push_back(entry_of("fabric", sum_of(energy.by_domain()), "aggregating", switches));
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const std::string name = switch_name(network, s);
    const std::vector<DomainEnergy>& domains = energy.by_switch()[s];
    Json parts = Json::array();
    for (const DomainEnergy& domain : domains) parts.push_back({{"id", name + "/" + domain.kind}});
    entries.push_back(entry_of(name, sum_of(domains), "aggregating", parts));
    for (const DomainEnergy& domain : domains)
      entries.push_back(
          entry_of(name + "/" + domain.kind, domain, "aggregated-by", Json::array({{{"id", name}}})));
  }
  return entries;
}

/// Decodes %2F and its like.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> energy_objects(const Network& network, const AgentEnergy& energy,
                                          std::string_view path) {
  if (!path.starts_with(energy_objects_path)) return std::nullopt;
  path.remove_prefix(energy_objects_path.size());
  const Json entries = all_entries(network, energy);
  if (path.empty() || path == "/")
    return Json{{identity("energy-objects"), {{"energy-entry", entries}}}}.dump(2) + "\n";
  constexpr std::string_view one = "/energy-entry=";
  if (!path.starts_with(one)) return std::nullopt;
  const std::string id = decoded(path.substr(one.size()));
  for (const Json& entry : entries)
    if (entry["energy-object-id"] == id)
      return Json{{identity("energy-entry"), Json::array({entry})}}.dump(2) + "\n";
  return std::nullopt;
}

}  // namespace ebb::inline tasks
