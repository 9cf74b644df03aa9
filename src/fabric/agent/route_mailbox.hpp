// The mailbox between the agent and the thread that changes the routes: an order and its result, an audit and
// its result, the switches that are gone. A separate thread does the work, because it takes seconds while the
// agent reads counters many times a second; tests run without the thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

enum class RouteWork : std::uint8_t { at_once, by_a_thread };

/// The last member of a RouteDriver: its thread uses the others, and ends before them.
class RouteMailbox {
 public:
  /// What the thread does. An audit is of the rules before the order that waits.
  struct Tasks {
    std::function<Problems(const RouteOrder&)> change;
    std::function<std::string(SwitchId)> audit = {};  ///< damage of its rules, as in RouteAudit
    std::function<void()> each_second = {};           ///< while nothing else is to do; may be empty
  };
  RouteMailbox(std::size_t switches, RouteWork how, Tasks tasks);
  ~RouteMailbox();
  RouteMailbox(const RouteMailbox&) = delete;
  RouteMailbox& operator=(const RouteMailbox&) = delete;

  // For the agent, as in RouteDriver.
  void change(const RouteOrder& order);
  std::optional<Problems> result();
  void exclude(const std::vector<bool>& gone);
  void start_audit(SwitchId s);
  std::optional<RouteAudit> audit_result();

  // For the tasks.
  std::vector<bool> gone();
  bool is_gone(std::size_t s);
  /// Is requested at the end, when a task should return early.
  std::stop_token stop() const { return stop_.get_token(); }
  bool has_thread() const { return how_ == RouteWork::by_a_thread; }

 private:
  void work();
  void run_audit(SwitchId s);

  const RouteWork how_;
  const Tasks tasks_;
  std::stop_source stop_;

  std::mutex mutex_;  ///< guards the members below, up to the thread
  std::condition_variable_any changed_;
  std::optional<RouteOrder> wanted_;
  std::optional<Problems> ended_;
  std::vector<bool> gone_;  ///< by switch
  std::optional<SwitchId> audit_wanted_;
  std::optional<RouteAudit> audited_;

  std::jthread thread_;  ///< last, so that it ends before the other members
};

}  // namespace ebb::inline fabric
