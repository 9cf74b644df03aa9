#include "fabric/agent/table_synchroniser.hpp"

#include <algorithm>

namespace ebb::inline fabric {
namespace {

constexpr std::uint64_t backlogged_weight = 4;

}  // namespace

TableSynchroniser::TableSynchroniser(const AgentContext& context, RouteDriver& driver)
    : context_(context),
      driver_(driver),
      routes_(context.network),
      loaded_(context.network),
      diverted_(context.network.switch_ports(), 0) {}

void TableSynchroniser::start_without(PortId cable) {
  routes_.set(context_.network, cable, false);
  loaded_.set(context_.network, cable, false);
}

bool TableSynchroniser::take_result() {
  if (!loading_) return false;
  const std::optional<Problems> problems = driver_.result();
  if (!problems) return false;
  problems_ = *problems;
  if (problems_.empty()) {
    loaded_ = *loading_;
    failures_ = 0;
  } else {
    context_.report_all(problems_);
    const std::int64_t wait = std::int64_t{1} << std::min(failures_++, 6u);
    again_ = context_.now + Picoseconds{std::min(context_.settings.retry.v, (1000_ms).v * wait)};
    outdated_ = true;
  }
  loading_.reset();
  return !outdated_;
}

bool TableSynchroniser::load(const CableSet& alive) {
  outdated_ = false;
  loading_ = routes_;
  CableSet promised = alive;
  promised &= loaded_;
  promised |= routes_;
  driver_.change_routes({routes_, std::move(promised)});
  return take_result();
}

void TableSynchroniser::count_diverted(const SwitchPoller& poller, const BacklogWatch& backlogs) {
  if (driver_.moves_traffic()) {
    for (const DivertedBytes& one : driver_.diverted_bytes()) {
      std::uint64_t& before = counted_[{one.missing, one.by}];
      diverted_[one.missing] +=
          (one.bytes - before) * (backlogs.is_backlogged(one.by) ? backlogged_weight : 1);
      before = one.bytes;
    }
    return;
  }
  for (PortId p = 0; p < diverted_.size(); ++p)
    if (!loaded_.has(p)) diverted_[p] += poller.counters(p).sent_in_step;
}

}  // namespace ebb::inline fabric
