#include "fabric/agent/route_mailbox.hpp"

#include <chrono>
#include <utility>

namespace ebb::inline fabric {

RouteMailbox::RouteMailbox(std::size_t switches, RouteWork how, Tasks tasks)
    : how_(how), tasks_(std::move(tasks)), gone_(switches, false) {
  if (has_thread()) thread_ = std::jthread([this] { work(); });
}

RouteMailbox::~RouteMailbox() { stop_.request_stop(); }

void RouteMailbox::change(const RouteOrder& order) {
  if (!has_thread()) {
    ended_ = tasks_.change(order);
    return;
  }
  const std::lock_guard lock(mutex_);
  wanted_ = order;
  changed_.notify_all();
}

std::optional<Problems> RouteMailbox::result() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ended_, {});
}

void RouteMailbox::exclude(const std::vector<bool>& gone) {
  const std::lock_guard lock(mutex_);
  gone_ = gone;
}

void RouteMailbox::start_audit(SwitchId s) {
  if (!has_thread()) return run_audit(s);
  const std::lock_guard lock(mutex_);
  audit_wanted_ = s;
  changed_.notify_all();
}

std::optional<RouteAudit> RouteMailbox::audit_result() {
  const std::lock_guard lock(mutex_);
  return std::exchange(audited_, {});
}

std::vector<bool> RouteMailbox::gone() {
  const std::lock_guard lock(mutex_);
  return gone_;
}

bool RouteMailbox::is_gone(std::size_t s) {
  const std::lock_guard lock(mutex_);
  return gone_[s];
}

void RouteMailbox::run_audit(SwitchId s) {
  RouteAudit audit{.at = s, .damage = tasks_.audit(s)};
  const std::lock_guard lock(mutex_);
  audited_ = std::move(audit);
}

void RouteMailbox::work() {
  constexpr std::chrono::seconds idle{1};
  while (true) {
    std::optional<RouteOrder> order;
    std::optional<SwitchId> audit;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop(), idle, [&] { return wanted_ || audit_wanted_; });
      order = std::exchange(wanted_, {});
      audit = std::exchange(audit_wanted_, {});
    }
    if (stop_.stop_requested()) return;
    if (audit) run_audit(*audit);
    if (order) {
      Problems problems = tasks_.change(*order);
      const std::lock_guard lock(mutex_);
      ended_ = std::move(problems);
    }
    if (!order && !audit && tasks_.each_second) tasks_.each_second();
  }
}

}  // namespace ebb::inline fabric
