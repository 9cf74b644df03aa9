// Replacements for an agent that changes nothing: counters are real, changes are only recorded.
#pragma once

#include <map>
#include <utility>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/route_tables.hpp"

namespace ebb::inline fabric {

class DryPorts final : public PortDriver {
 public:
  explicit DryPorts(PortDriver& real) : real_(real) {}

  const std::string& name() const override { return real_.name(); }
  void request_readings() override { real_.request_readings(); }
  Result<std::vector<PortReading>> readings() override {
    auto readings = real_.readings();
    if (readings)
      for (const auto& [local, on] : enabled_) {
        PortReading& reading = (*readings)[local];
        // A port that is off would have a link when it is on.
        reading.up = on && (reading.up || !reading.enabled), reading.enabled = on;
      }
    return readings;
  }
  Problems enable(std::uint32_t local, bool on) override { return enabled_[local] = on, Problems{}; }
  Problems set_rate(std::uint32_t, BitsPerSecond) override { return {}; }

 private:
  PortDriver& real_;
  std::map<std::uint32_t, bool> enabled_;
};

/// Proves the tables that a real run would load.
class DryTables final : public RouteDriver {
 public:
  explicit DryTables(const RouteTables& tables) : tables_(tables) {}

  void change_routes(const RouteOrder& order) override {
    ended_ = tables_.prove(order.routes, order.promised);
  }
  void exclude(const std::vector<bool>&) override {}
  std::optional<Problems> result() override { return std::exchange(ended_, {}); }
  bool moves_traffic() const override { return false; }

 private:
  const RouteTables& tables_;
  std::optional<Problems> ended_;
};

}  // namespace ebb::inline fabric
