#include "fabric/inventory/inventory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

/// A port may also be given as a number.
Node with_port_texts(const Node& table) {
  Node copy = table;
  for (Node::Entry& entry : copy.entries)
    if (entry.key == "ports" && entry.node.kind == Node::Kind::array)
      for (Node& port : entry.node.items)
        if (port.kind == Node::Kind::integer)
          port.kind = Node::Kind::text, port.text = fmt::format("{}", port.integer);
  return copy;
}

class InventoryReader {
 public:
  InventoryReader(const Network& network, const Node& root, InventoryUse use)
      : network_(network), root_(root), use_(use) {
    for (SwitchId s = 0; s < network.switches(); ++s) names_.push_back(switch_name(network, s));
    found_.resize(network.switches());
  }

  Result<Inventory> read() {
    refuse_unknown_keys(root_, "", {"switch", "tls", "snmp"}, problems_);
    if (const Node* snmp = root_.find("snmp")) read_fields(*snmp, "snmp", inventory_.snmp, problems_);
    if (const Node* tls = root_.find("tls")) read_fields(*tls, "tls", inventory_.tls, problems_);
    const Node* list = root_.find("switch");
    if (!list || list->kind != Node::Kind::array || list->items.empty())
      return add(list ? *list : root_, "switch", "is missing or no list: an inventory names every switch",
                 "write one [[switch]] section for each"),
             problems_;
    for (std::size_t i = 0; i < list->items.size(); ++i)
      read_switch(with_port_texts(list->items[i]), fmt::format("switch[{}]", i));
    check_complete();
    if (problems_.empty()) check_kinds();
    if (use_ == InventoryUse::any && problems_.empty()) check_management(*list);
    if (!problems_.empty()) return problems_;
    for (InventorySwitch& entry : found_) inventory_.switches.push_back(std::move(entry));
    return std::move(inventory_);
  }

 private:
  void add(const Node& node, const std::string& path, std::string what, std::string hint) {
    problems_.push_back(node.problem(path, std::move(what), std::move(hint)));
  }

  void read_switch(const Node& table, const std::string& path) {
    InventorySwitch entry;
    const std::size_t before = problems_.size();
    read_fields(table, path, entry, problems_);
    if (problems_.size() > before) return;
    const auto at = [&](std::string_view key) -> const Node& {
      const Node* node = table.find(key);
      return node ? *node : table;
    };
    const auto known = std::find(names_.begin(), names_.end(), entry.name);
    if (known == names_.end())
      return add(at("name"), path + ".name",
                 fmt::format("is \"{}\", but the plan has no such switch", entry.name),
                 names_.size() > 20 ? fmt::format("its switches are s0 to s{}", names_.size() - 1)
                                    : name_hint(entry.name, names_));
    const auto s = static_cast<SwitchId>(known - names_.begin());
    if (!found_[s].name.empty())
      return add(at("name"), path + ".name", fmt::format("is {} a second time", entry.name),
                 "give each switch of the plan one section");
    if (entry.kind == SwitchKind::frr) {
      check_router(entry, s, path, at);
    } else {
      if (use_ == InventoryUse::any && !entry.by_snmp()) check_addresses(entry, path, at);
      check_snmp(entry, path, at);
    }
    check_ports(entry, s, path, at("ports"));
    found_[s] = std::move(entry);
  }

  template <class At>
  void check_addresses(const InventorySwitch& entry, const std::string& path, At at) {
    const auto check = [&](std::string_view key, const std::string& value) {
      const auto is = [&](std::string_view prefix) {
        return value.starts_with(prefix) && value.size() > prefix.size();
      };
      if (!is("unix:") && !is("tcp:") && !is("ssl:"))
        add(at(key), fmt::format("{}.{}", path, key),
            value.empty() ? "is missing" : fmt::format("is \"{}\", which is no address of a switch", value),
            "write unix:PATH, tcp:ADDRESS:PORT or ssl:ADDRESS:PORT");
      const InventoryTls& tls = inventory_.tls;
      if (is("ssl:") && (tls.key.empty() || tls.certificate.empty() || tls.ca.empty()))
        add(at(key), fmt::format("{}.{}", path, key),
            "is an encrypted address, but the inventory names no certificates",
            "add [tls] with key, certificate and ca");
    };
    if (entry.bridge.empty())
      add(at("bridge"), path + ".bridge", "is missing", "name the bridge as ovs-vsctl list-br does");
    check("openflow", entry.openflow);
    check("ovsdb", entry.ovsdb);
    const auto [other, fresh] = bridges_.insert({entry.ovsdb + " " + entry.bridge, entry.name});
    if (!fresh && !entry.bridge.empty())
      add(at("bridge"), path + ".bridge",
          fmt::format("is \"{}\", which is {} already", entry.bridge, other->second),
          "every switch of the plan needs a bridge of its own");
  }

  template <class At>
  void check_snmp(const InventorySwitch& entry, const std::string& path, At at) {
    if (use_ == InventoryUse::snmp && entry.snmp.empty())
      add(at("snmp"), path + ".snmp", "is missing, but this command reaches switches by SNMP",
          "write udp:ADDRESS:PORT");
    if (const InventorySnmp& snmp = inventory_.snmp;
        !entry.snmp.empty() && snmp.community.empty() && (snmp.user.empty() || snmp.passwords.empty()))
      add(at("snmp"), path + ".snmp", "is set, but the inventory names no SNMP user or community",
          "add [snmp] with user and passwords, or with community");
  }

  template <class At>
  void check_router(const InventorySwitch& entry, SwitchId s, const std::string& path, At at) {
    for (const auto& [key, value] :
         {std::pair("bridge", &entry.bridge), std::pair("openflow", &entry.openflow),
          std::pair("ovsdb", &entry.ovsdb), std::pair("snmp", &entry.snmp)})
      if (!value->empty())
        add(at(key), fmt::format("{}.{}", path, key), "does not belong to a router that runs FRR",
            "leave it out, or write driver = \"openflow\"");
    if (entry.vtysh.empty())
      add(at("vtysh"), path + ".vtysh", "is empty", "leave it out, or name the program: [\"vtysh\"]");
    if (entry.power_off.empty() != entry.power_on.empty())
      add(at(entry.power_off.empty() ? "power_on" : "power_off"), path,
          "has one of power_off and power_on only", "give both, or none");
    for (PortId p = network_.first_port[s]; !entry.power_off.empty() && p < network_.first_port[s + 1]; ++p)
      if (network_.is_host_port(network_.peer[p]))
        return add(at("power_off"), path + ".power_off", "is set, but hosts are attached to this router",
                   "only routers without hosts can be switched off");
  }

  void check_kinds() {
    for (const InventorySwitch& entry : found_)
      if (entry.kind != found_[0].kind || entry.protocol != found_[0].protocol)
        return add(root_, "switch",
                   fmt::format("{} and {} differ in driver or protocol", found_[0].name, entry.name),
                   "an inventory has switches of one kind only");
  }

  void check_ports(const InventorySwitch& entry, SwitchId s, const std::string& path, const Node& node) {
    if (entry.ports.size() != network_.ports_of(s))
      add(node, path + ".ports",
          fmt::format("has {} ports, but {} has {} in the plan", entry.ports.size(), entry.name,
                      network_.ports_of(s)),
          "list the interface of each port, in the order of `ebb rules`");
    std::set<std::string> seen;
    for (const std::string& port : entry.ports)
      if (!seen.insert(port).second)
        add(node, path + ".ports", fmt::format("names \"{}\" twice", port), "an interface is one port only");
  }

  /// Frames of VLAN trees and frames of OpenFlow's rules carry different addresses.
  void check_management(const Node& list) {
    for (const InventorySwitch& entry : found_)
      if (entry.by_snmp() != found_.front().by_snmp())
        return add(list, "switch",
                   fmt::format("{} is managed by SNMP alone, but {} is not",
                               entry.by_snmp() ? entry.name : found_.front().name,
                               entry.by_snmp() ? found_.front().name : entry.name),
                   "give every switch bridge, openflow and ovsdb, or give all of them only snmp");
  }

  void check_complete() {
    std::vector<std::string> missing;
    for (SwitchId s = 0; s < network_.switches(); ++s)
      if (found_[s].name.empty()) missing.push_back(names_[s]);
    // A faulty section may have been meant for a missing switch, so missing ones are not reported then.
    if (missing.empty() || !problems_.empty()) return;
    const std::size_t all = missing.size();
    if (all > 10) missing.resize(10), missing.push_back("…");
    add(root_, "switch",
        fmt::format("the inventory is incomplete: {} of the plan's {} switches are missing: {}", all,
                    names_.size(), fmt::join(missing, ", ")),
        "add a [[switch]] section for each; a network is never loaded in part");
  }

  const Network& network_;
  const Node& root_;
  const InventoryUse use_;
  std::vector<std::string> names_;
  std::vector<InventorySwitch> found_;
  std::map<std::string, std::string> bridges_;
  Inventory inventory_;
  Problems problems_;
};

}  // namespace

Result<Inventory> read_inventory(const std::string& path, const Network& network, InventoryUse use) {
  const auto root = read_toml(path);
  if (!root) return root.problems();
  auto inventory = InventoryReader(network, *root, use).read();
  if (!inventory) return inventory;
  // Certificate paths are relative to the file.
  for (std::string* file : {&inventory->tls.key, &inventory->tls.certificate, &inventory->tls.ca})
    if (!file->empty() && std::filesystem::path(*file).is_relative())
      *file = (std::filesystem::path(path).parent_path() / *file).string();
  return inventory;
}

}  // namespace ebb::inline fabric
