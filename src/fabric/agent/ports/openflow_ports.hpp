// The ports of an OpenFlow switch: counters and links over one permanent connection, off and on by OpenFlow's
// port message, and rates by a PortShaper. A late reply is waited for once. After that the driver only polls,
// so that a slow switch does not block the others.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "fabric/agent/ports/openflow_connection.hpp"
#include "fabric/agent/ports/openflow_message.hpp"
#include "fabric/agent/ports/port_shaper.hpp"

namespace ebb::inline fabric {

class OpenFlowPorts final : public PortDriver {
 public:
  /// `numbers` are the OpenFlow numbers of the plan's local ports. Without shape_by(), rates cannot be
  /// changed.
  OpenFlowPorts(std::string name, std::string address, std::vector<std::uint32_t> numbers);
  /// Sets the shaper that changes rates; `full` are the full rates of the plan's local ports.
  void shape_by(PortShaper& shaper, std::vector<BitsPerSecond> full) {
    shaper_ = &shaper, full_ = std::move(full);
  }

  /// The port numbers are unknown yet: they are found by the inventory's port names when the switch answers.
  /// Until use() sets them, the switch counts as not answering.
  void find_by(std::vector<std::string> words) { words_ = std::move(words), numbers_.clear(); }
  const std::optional<std::vector<std::uint32_t>>& found() const { return found_; }
  void use(std::vector<std::uint32_t> numbers) { numbers_ = std::move(numbers), words_.clear(), found_ = {}; }

  const std::string& name() const override { return name_; }
  void request_readings() override;
  Result<std::vector<PortReading>> readings() override;
  Problems enable(std::uint32_t local, bool on) override;
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override;
  std::vector<RefusedRate> apply_rates() override;
  void request_rule_count() override { count_ = {.wanted = true}; }
  std::optional<std::size_t> rule_count() override { return std::exchange(count_.rules, {}); }
  void read_rates() override;
  std::vector<ChangedRate> changed_rates() override;

 private:
  Problem gone(const std::string& what) const;
  bool send_question();
  bool read_replies(OpenFlowConnection::Time until);
  Problem find_numbers();
  PortReading reading_of(std::uint32_t number) const;

  std::string name_;
  OpenFlowConnection connection_;
  std::vector<std::uint32_t> numbers_;
  PortShaper* shaper_ = nullptr;
  std::vector<BitsPerSecond> full_;
  std::vector<std::string> words_;
  std::optional<std::vector<std::uint32_t>> found_;
  std::uint32_t asked_ = 0;  ///< id of the last message that needs a reply

  /// The last request, with the two parts of its reply.
  struct Question {
    std::uint32_t id = 0;
    OpenFlowConnection::Time at{};
    bool open = false, has_stats = false, has_ports = false;
    std::vector<OpenFlowPortStats> stats = {};
    std::vector<OpenFlowPort> ports = {};
  };
  Question question_;
  /// Number of our rules. It is requested together with a reading, and answered before it.
  struct RuleCount {
    bool wanted = false;
    std::uint32_t id = 0;  ///< of the request; 0: not sent yet
    std::optional<std::size_t> rules = {};
  };
  RuleCount count_;
  OpenFlowConnection::Time looked_at_{};
  bool late_ = false;  ///< it missed a deadline; it is not waited for until it answers
  std::vector<OpenFlowPortStats> stats_;
  std::vector<OpenFlowPort> ports_;  ///< as last described
};

}  // namespace ebb::inline fabric
