#include "fabric/lab/lab_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/process/run_tool.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Problems LabNames::check() const {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (!lab.empty() && lab.size() <= 20 && lab[0] != '-' && std::all_of(lab.begin(), lab.end(), plain))
    return {};
  return {{"--name", fmt::format("\"{}\" is not a valid name of a lab", lab),
           "up to 20 lower-case letters, digits and hyphens; for example: --name lab"}};
}

std::string LabNames::openflow(SwitchId s) const { return "unix:" + file(switch_name(s) + ".mgmt"); }

std::string LabNames::snmp(SwitchId s) const { return "unix:" + file(switch_name(s) + ".snmp"); }
std::string LabNames::snmp_folder(SwitchId s) const { return file(switch_name(s) + ".snmp.d"); }

std::string LabNames::host(HostId h) const { return prefix() + host_name(h); }

std::string LabNames::router(SwitchId s) const { return prefix() + switch_name(s); }

std::string LabNames::router_folder(SwitchId s) const { return file(switch_name(s)); }

std::string LabNames::port(SwitchId s, std::uint32_t local) {
  return fmt::format("{}p{}", switch_name(s), local);
}

std::string LabNames::ip(HostId h) { return fmt::format("10.86.{}.{}", (h + 1) / 250, (h + 1) % 250 + 1); }

std::string LabNames::router_ip(SwitchId s) { return fmt::format("10.85.{}.{}", s / 250, s % 250 + 1); }

std::string LabNames::cable_ip(std::uint32_t cable, std::uint32_t end) {
  return fmt::format("10.87.{}.{}", cable / 128, 2 * (cable % 128) + end);
}

std::vector<std::string> lab_namespaces(const LabNames& names) {
  std::vector<std::string> found;
  for (const std::string& name : names_in(namespaces_folder))
    if (name.starts_with(names.prefix())) found.push_back(name);
  return found;
}

std::vector<std::string> labs_there() {
  std::set<std::string> labs;
  for (const std::string& name : names_in(LabNames::labs_folder())) labs.insert(name);
  for (const std::string& name : names_in(namespaces_folder)) {
    const std::size_t dot = name.find('.', 4);
    if (name.starts_with("ebb.") && dot != std::string::npos) labs.insert(name.substr(4, dot - 4));
  }
  return {labs.begin(), labs.end()};
}

}  // namespace ebb::inline fabric
