#include "routing/check/route_states.hpp"

namespace ebb::inline routing {
namespace {

std::uint64_t details(const Route& r) {
  return std::uint64_t{r.via} << 32 | static_cast<std::uint64_t>(r.hops) << 8 | r.phase;
}

std::uint64_t hash(SwitchId here, const Route& r) {
  return mix_bits((std::uint64_t{here} << 32 | r.to) ^ mix_bits(details(r)));
}

bool same(const RouteState& s, SwitchId here, const Route& r) {
  return s.here == here && s.route.to == r.to && details(s.route) == details(r);
}

}  // namespace

void RouteStates::clear() {
  states_.clear();
  ++round_;
}

std::uint32_t RouteStates::find(SwitchId here, const Route& route) {
  if (states_.size() * 2 >= slots_.size()) grow();
  for (std::size_t at = hash(here, route);; ++at) {
    Slot& slot = slots_[at & (slots_.size() - 1)];
    if (slot.round != round_) {
      slot = {size(), round_};
      states_.push_back({here, route});
      return slot.state;
    }
    if (same(states_[slot.state], here, route)) return slot.state;
  }
}

void RouteStates::grow() {
  slots_.assign(slots_.size() * 2, {});
  for (std::uint32_t i = 0; i < size(); ++i) {
    std::size_t at = hash(states_[i].here, states_[i].route);
    while (slots_[at & (slots_.size() - 1)].round == round_) ++at;
    slots_[at & (slots_.size() - 1)] = {i, round_};
  }
}

}  // namespace ebb::inline routing
