// An in-memory switch: it holds rules and forwards frames by them. Its bundles are as atomic as those of a
// real switch, its tables may fill up, and it may lose all its state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/driver.hpp"
#include "fabric/openflow/rule_tables.hpp"

namespace ebb::inline fabric {

/// The size of a frame in byte counters.
inline constexpr std::uint64_t fake_frame_bytes = 1000;

class FakeSwitch : public SwitchDriver {
 public:
  FakeSwitch(std::string name, std::vector<PortState> ports)
      : name_(std::move(name)), ports_(std::move(ports)) {}

  const std::string& name() const override { return name_; }
  Result<SwitchState> read() override { return state_; }
  Problems apply(const std::vector<SwitchChange>& changes) override;
  Result<std::vector<PortState>> ports() override { return ports_; }
  Result<SwitchSettings> settings() override { return SwitchSettings{secure}; }
  Problems send(const std::vector<ProbeFrame>& frames) override;
  bool connection_failed() const override { return false; }

  /// Forwards a frame, and counts it.
  std::vector<SentFrame> forward(const Frame& frame, std::uint32_t in_port);
  /// Loses all its state.
  void restart() { state_ = {}, tables_ = {}; }
  std::vector<PortState>& port_states() { return ports_; }
  const SwitchState& state() const { return state_; }

  std::size_t most_rules = ~std::size_t{0};  ///< per table
  bool secure = true;
  std::vector<SentFrame> sent;  ///< by send(), waiting for delivery to the other end
  std::uint64_t bundles = 0;    ///< that changed something

 private:
  void make(const SwitchChange& change, SwitchState& state) const;
  bool full(const SwitchState& state) const;

  std::string name_;
  std::vector<PortState> ports_;
  SwitchState state_;
  RuleTables tables_;
};

}  // namespace ebb::inline fabric
