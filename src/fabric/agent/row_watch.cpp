#include "fabric/agent/row_watch.hpp"

namespace ebb::inline fabric {

StageView RowWatch::stage_of(PortId port, const CableSet& loaded,
                             const std::function<double(PortId)>& load_of) const {
  const Network& network = context_.network;
  StageView view;
  if (!joins_switches(network, port)) return view;
  const SwitchId s = network.owner[port];
  const auto here = static_cast<std::uint16_t>(context_.local(port));
  const LinkStages::Place place = stages_->place(s, here);
  view.stage = place.stage;
  if (place.stage == 0) return view;
  stages_->each_shorter(s, here, [&](std::uint16_t other) {
    const PortId p = network.first_port[s] + other;
    if (!loaded.has(p)) return false;
    view.detour_load = load_of(p);
    return true;
  });
  const LinkStages::Near near =
      stages_->near(place, [&](std::uint8_t count) { return has_loaded(s, place, count, loaded); });
  view.before_up = near.before_up, view.after_up = near.after_up;
  return view;
}

/// True when tables use a cable of this row and count.
bool RowWatch::has_loaded(SwitchId s, const LinkStages::Place& place, std::uint8_t count,
                          const CableSet& loaded) const {
  const Network& network = context_.network;
  bool found = false;
  stages_->each_in_row(s, place.row, [&](SwitchId other, int) {
    for (PortId p = network.first_port[other]; p < network.first_port[other + 1] && !found; ++p) {
      if (!joins_switches(network, p)) continue;
      const auto there = stages_->place(other, static_cast<std::uint16_t>(context_.local(p)));
      found = there.stage > 0 && there.row == place.row && there.count == count && loaded.has(p);
    }
  });
  return found;
}

}  // namespace ebb::inline fabric
