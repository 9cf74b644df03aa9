#include "rules/igp/igp_state.hpp"

#include <algorithm>

#include "rules/igp/igp_bridges.hpp"

namespace ebb::inline rules {

std::vector<double> igp_limits(const IgpSleepRequest& request, const IgpNetwork& network,
                               const std::vector<double>& usual) {
  constexpr double without_limit = 1e300;
  std::vector<double> limits;
  for (IgpChannelId c = 0; c < network.channels(); ++c) {
    const double may = request.max_utilisation * network.capacity(c);
    limits.push_back(usual[c] <= may ? may : request.full_may_grow ? without_limit : usual[c]);
  }
  return limits;
}

IgpBlockState::IgpBlockState(IgpBlock block, const IgpSleepRequest& request)
    : block_(std::move(block)),
      spare_(request.spare),
      loads_(block_.network, block_.demands),
      limits_(igp_limits(request, block_.network, loads_.loads())) {}

std::uint32_t IgpBlockState::most_asleep() const { return rules::most_asleep(block_.network, spare_); }

/// A block has no bridges with all links on, so with a spare it must not have any.
void IgpBlockState::update() {
  connected_ = loads_.pairs_cut() == 0;
  if (connected_ && spare_) {
    const std::vector<bool> bridges = igp_bridges(block_.network, loads_.on());
    connected_ = std::find(bridges.begin(), bridges.end(), true) == bridges.end();
  }
  excess_ = 0;
  for (IgpChannelId c = 0; c < limits_.size(); ++c) {
    const double over = loads_.load(c) / limits_[c] - 1;
    if (over > hair_of_load) excess_ += over;
  }
}

IgpSleepState::IgpSleepState(const IgpSleepRequest& request)
    : request_(request),
      at_(request.network.links.size()),
      on_(request.network.links.size(), true),
      parts_of_(request.network.links.size()) {
  for (IgpBlock& block : igp_blocks(request.network, request.demands)) {
    for (IgpLinkId l = 0; l < block.links.size(); ++l) {
      at_[block.links[l]] = {blocks_.size(), l};
      all_.push_back(block.links[l]);
    }
    blocks_.push_back(std::make_unique<IgpBlockState>(std::move(block), request));
  }
  std::sort(all_.begin(), all_.end());
  for (std::size_t i = 0; i < request.savings.parts.size(); ++i) {
    awake_in_part_.push_back(request.savings.parts[i].links.size());
    for (const IgpLinkId l : request.savings.parts[i].links) parts_of_[l].push_back(i);
  }
}

void IgpSleepState::set(IgpLinkId link, bool on) {
  blocks_[at_[link].block]->set(at_[link].link, on);
  account(link, on);
}

void IgpSleepState::undo(IgpLinkId link) {
  blocks_[at_[link].block]->undo();
  account(link, !on_[link]);
}

void IgpSleepState::set_all(const std::vector<bool>& on) {
  for (const auto& block : blocks_) {
    std::vector<bool> here;
    bool changed = false;
    for (const IgpLinkId l : block->block().links) here.push_back(on[l]), changed |= on[l] != on_[l];
    if (changed) block->set_all(here);
  }
  for (const IgpLinkId l : all_) account(l, on[l]);
}

double IgpSleepState::value(IgpLinkId link) const {
  return request_.savings.links.empty() ? 1 : request_.savings.links[link];
}

double IgpSleepState::load(IgpLinkId link) const {
  const IgpLoads& loads = blocks_[at_[link].block]->loads();
  return loads.load(2 * at_[link].link) + loads.load(2 * at_[link].link + 1);
}

double IgpSleepState::excess() const {
  double sum = 0;
  for (const auto& block : blocks_) sum += block->excess();
  return sum;
}

bool IgpSleepState::connected() const {
  return std::all_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return block->connected(); });
}

IgpSleepPlan IgpSleepState::plan() const {
  IgpSleepPlan plan{.asleep = {}, .saved = saved_};
  for (const IgpLinkId l : all_)
    if (!on_[l]) plan.asleep.push_back(l);
  return plan;
}

void IgpSleepState::account(IgpLinkId link, bool on) {
  if (on_[link] == on) return;
  on_[link] = on;
  saved_ += on ? -value(link) : value(link);
  for (const std::size_t i : parts_of_[link]) {
    const double all = request_.savings.parts[i].saved;
    if (on)
      saved_ -= awake_in_part_[i]++ == 0 ? all : 0;
    else
      saved_ += --awake_in_part_[i] == 0 ? all : 0;
  }
}

}  // namespace ebb::inline rules
