// The ports of an OpenFlow switch: counters and links over one connection that stays open, off and on by
// OpenFlow's own message, and rates by whoever can set them. One that does not answer in time is waited for
// once; from then on it is only listened to, so that it holds up nobody.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fabric/agent/ports/openflow_connection.hpp"
#include "fabric/agent/ports/openflow_message.hpp"
#include "fabric/agent/ports/port_driver.hpp"
#include "fabric/agent/ports/port_shaper.hpp"

namespace ebb::inline fabric {

class OpenFlowPorts final : public PortDriver {
 public:
  /// `numbers` are the OpenFlow numbers of the plan's local ports. Rates stay as they are.
  OpenFlowPorts(std::string name, std::string address, std::vector<std::uint32_t> numbers);
  /// From now on this one sets rates; `full` are those of the plan's local ports.
  void shape_by(PortShaper& shaper, std::vector<BitsPerSecond> full) {
    shaper_ = &shaper, full_ = std::move(full);
  }

  /// The numbers are not known yet: they are found by the words of an inventory when the switch answers. It
  /// counts as silent until they are used.
  void find_by(std::vector<std::string> words) { words_ = std::move(words), numbers_.clear(); }
  const std::optional<std::vector<std::uint32_t>>& found() const { return found_; }
  void use(std::vector<std::uint32_t> numbers) { numbers_ = std::move(numbers), words_.clear(), found_ = {}; }

  const std::string& name() const override { return name_; }
  void ask() override;
  Result<std::vector<PortReading>> answer() override;
  Problems enable(std::uint32_t local, bool on) override;
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override;
  std::vector<RefusedRate> refused_rates() override;
  void count_rules() override { count_ = {.wanted = true}; }
  std::optional<std::size_t> counted_rules() override { return std::exchange(count_.rules, {}); }
  void look_at_rates() override;
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
  std::uint32_t asked_ = 0;  ///< number of the last message that wants an answer

  /// The last question, with the two parts of its answer.
  struct Question {
    std::uint32_t id = 0;
    OpenFlowConnection::Time at{};
    bool open = false, has_stats = false, has_ports = false;
    std::vector<OpenFlowPortStats> stats = {};
    std::vector<OpenFlowPort> ports = {};
  };
  Question question_;
  /// How many rules of ours there are: asked with a question, and answered before it.
  struct RuleCount {
    bool wanted = false;
    std::uint32_t id = 0;  ///< of the question; 0: not asked yet
    std::optional<std::size_t> rules = {};
  };
  RuleCount count_;
  OpenFlowConnection::Time looked_at_{};
  bool late_ = false;  ///< it did not answer in time, and is not waited for until it has
  std::vector<OpenFlowPortStats> stats_;
  std::vector<OpenFlowPort> ports_;  ///< as last described
};

}  // namespace ebb::inline fabric
