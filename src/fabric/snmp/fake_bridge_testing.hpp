// A managed switch in memory that serves IF-MIB, BRIDGE-MIB and Q-BRIDGE-MIB as net-snmp's session would,
// and fails where a test says.
#pragma once

#include <fmt/format.h>

#include <functional>

#include "fabric/snmp/bridge_tables.hpp"

namespace ebb::inline fabric {

class FakeBridge final : public SnmpSession {
 public:
  enum class Fault : std::uint8_t {
    none,
    refused,       ///< nothing is written
    half_written,  ///< refused after the first half of the request was written
    reply_lost,    ///< written, but the caller sees no answer
    request_lost,  ///< not written, and no answer
    ignored,       ///< answered as if it were written
    dies,          ///< no answer from here on
  };

  /// A new switch: all ports untagged in VLAN 1, interface p1 has ifIndex 101 and bridge port 1, and so on.
  explicit FakeBridge(std::uint32_t ports, bool stp = false) : ports_(ports) {
    PortSet all;
    for (std::uint32_t p = 1; p <= ports; ++p) {
      all.insert(p);
      put({1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 1}, 100 + p, text(fmt::format("p{}", p)));
      put(bridge_mib::base_port_if_index, p, number(100 + p));
      put(bridge_mib::pvid, p, number(1));
      put(bridge_mib::stp_port_enable, p, number(stp ? 1 : 2));
    }
    values_[bridge_mib::base_num_ports] = number(ports);
    add_vlan(1, {"default", all, all});
  }

  void add_vlan(std::uint16_t vlan, const StaticVlan& row) {
    put(bridge_mib::vlan_name, vlan, text(row.name));
    put(bridge_mib::vlan_egress, vlan, text(to_port_list(row.egress, octets())));
    put(bridge_mib::vlan_untagged, vlan, text(to_port_list(row.untagged, octets())));
    put(bridge_mib::vlan_status, vlan, number(row.active ? 1 : 3));
  }

  Result<std::vector<SnmpValue>> get(const std::vector<SnmpName>& names) override {
    silent_ = false;
    if (dead) return no_answer();
    std::vector<SnmpValue> found;
    for (const SnmpName& name : names) {
      const auto value = values_.find(name);
      found.push_back(value == values_.end() ? SnmpValue{} : value->second);
    }
    return found;
  }
  Result<std::vector<std::pair<SnmpName, SnmpValue>>> walk(const SnmpName& below) override {
    silent_ = false;
    if (dead) return no_answer();
    std::vector<std::pair<SnmpName, SnmpValue>> found;
    for (const auto& [name, value] : values_)
      if (name.size() > below.size() && std::equal(below.begin(), below.end(), name.begin()))
        found.emplace_back(SnmpName(name.begin() + static_cast<std::ptrdiff_t>(below.size()), name.end()),
                           value);
    return found;
  }

  Problems set(const std::vector<SnmpSetting>& settings) override {
    silent_ = false;
    if (dead) return {no_answer()};
    const Fault fault = next_fault ? next_fault() : Fault::none;
    if (fault == Fault::dies) dead = true;
    if (fault == Fault::dies || fault == Fault::request_lost) return {no_answer()};
    if (fault == Fault::ignored) return {};
    if (fault == Fault::refused) return {refusal("genError")};
    const auto before = values_;
    for (std::size_t i = 0; i < settings.size(); ++i) {
      if (fault == Fault::half_written && i >= settings.size() / 2) return {refusal("commitFailed")};
      if (!write(settings[i])) return values_ = before, Problems{refusal("inconsistentValue")};
    }
    if (changed) changed(settings);
    return fault == Fault::reply_lost ? Problems{no_answer()} : Problems{};
  }
  bool silent() const override { return silent_; }

  const std::map<SnmpName, SnmpValue>& values() const { return values_; }

  bool dead = false;
  bool takes_rows = true;             ///< createAndGo
  std::function<Fault()> next_fault;  ///< called for each request that writes
  std::function<void(const std::vector<SnmpSetting>&)> changed;

 private:
  static SnmpValue number(std::uint64_t value) { return {SnmpValue::Kind::number, value}; }
  static SnmpValue text(std::string value) { return {SnmpValue::Kind::text, 0, std::move(value)}; }
  Problem no_answer() {
    silent_ = true;
    return {"fake", "does not answer", ""};
  }
  static Problem refusal(const char* why) { return {"fake", fmt::format("refuses: {}", why), ""}; }
  std::size_t octets() const { return (ports_ + 7) / 8; }
  void put(const SnmpName& column, unsigned long index, SnmpValue value) {
    values_[bridge_mib::instance(column, index)] = std::move(value);
  }

  bool write(const SnmpSetting& setting) {
    const SnmpName column(setting.name.begin(), setting.name.end() - 1);
    const unsigned long index = setting.name.back();
    if (column == bridge_mib::vlan_status) return write_status(static_cast<std::uint16_t>(index), setting);
    if (column == bridge_mib::pvid &&
        !values_.contains(bridge_mib::instance(bridge_mib::vlan_status, setting.value.number)))
      return false;
    values_[setting.name] = setting.value;
    return true;
  }

  bool write_status(std::uint16_t vlan, const SnmpSetting& setting) {
    const bool there = values_.contains(setting.name);
    switch (setting.value.number) {
      case bridge_mib::create_and_go:
      case bridge_mib::create_and_wait: {
        const bool at_once = setting.value.number == bridge_mib::create_and_go;
        if (there || (at_once && !takes_rows)) return false;
        values_[setting.name] = number(at_once ? bridge_mib::active : 3);
        return true;
      }
      case bridge_mib::active:
        return there ? values_[setting.name] = number(bridge_mib::active), true : false;
      case bridge_mib::destroy:
        for (const SnmpName& column : {bridge_mib::vlan_name, bridge_mib::vlan_egress,
                                       bridge_mib::vlan_untagged, bridge_mib::vlan_status})
          values_.erase(bridge_mib::instance(column, vlan));
        return true;
      default:
        return false;
    }
  }

  std::uint32_t ports_;
  bool silent_ = false;
  std::map<SnmpName, SnmpValue> values_;
};

}  // namespace ebb::inline fabric
