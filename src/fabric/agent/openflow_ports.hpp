// The ports of an OpenFlow switch: counters and links over one connection that stays open, off and on by
// OpenFlow's own message, and rates by whoever can set them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fabric/agent/openflow_connection.hpp"
#include "fabric/agent/openflow_message.hpp"
#include "fabric/agent/port_driver.hpp"
#include "fabric/agent/port_shaper.hpp"

namespace ebb::inline fabric {

class OpenFlowPorts final : public PortDriver {
 public:
  /// `numbers` are the OpenFlow numbers of the plan's local ports. Without a shaper rates stay as they are.
  OpenFlowPorts(std::string name, std::string address, std::vector<std::uint32_t> numbers,
                PortShaper* shaper);

  const std::string& name() const override { return name_; }
  void ask() override;
  Result<std::vector<PortReading>> answer() override;
  Problems enable(std::uint32_t local, bool on) override;
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override;

 private:
  Problem gone(const std::string& what) const;
  bool read_replies();

  std::string name_;
  OpenFlowConnection connection_;
  std::vector<std::uint32_t> numbers_;
  PortShaper* shaper_;
  std::uint32_t asked_ = 0;  ///< number of the last question; its two messages have it
  Problems failure_;
  std::vector<OpenFlowPortStats> stats_;
  std::vector<OpenFlowPort> ports_;  ///< as last described
};

}  // namespace ebb::inline fabric
