// Cables that leave the routes and come back, when a policy changes the topology. A channel that is to be off
// is first taken from the routes of its switch; what has chosen it leaves; then it wishes to be off, and the
// cable is as soon as the other end wishes so too. It is a route again when it is on, its change over. Its
// row is told, hop by hop along the line.
#include "engine/order.hpp"

namespace ebb::inline engine {

/// Nothing is queued or waits for room, and all credits are back: off, it would strand what is here, and what
/// it has sent needs the cable for its credits.
bool Part::is_empty(const Channel& channel, const ChannelView& view) {
  return view.queued.v == 0 && outs_[channel.id].blocked_mask == 0 && all_credits_home(channel);
}

/// The policy wants the channel off, or to stay so: the rung to wish for, and when to ask again.
std::size_t Part::rung_towards_off(const Channel& channel, const ChannelView& view, Decision& decision) {
  Watch& watch = m_.watch[channel.id];
  const bool may = !m_.control.stages || view.stage > 0, queued = view.queued.v > 0;
  const bool refused = !may || (watch.wish != 0 && !is_empty(channel, view));
  watch.closing = may && refused;
  if (may && refused && !queued)
    decision.ask_after = {2 * m_.window};  // what it waits for will be back soon
  else if (decision.ask_after == Decision::never && (queued || refused))
    decision.ask_after = Decision::epoch;  // what waits is not forgotten
  else if (decision.ask_after == Decision::never)
    decision.ask_at = {1};
  return refused ? std::max(m_.control.ladder.slowest_rung(), rung_of(channel.id)) : 0;
}

void Part::update_route(PortId channel) {
  Watch& watch = m_.watch[channel];
  const bool open = !watch.closing && watch.wish && watch.own && rung_of(channel),
             was_open = watch.open_at != INT64_MAX;
  if (open == was_open) return;
  watch.open_at = open ? std::max(now_, m_.rest[channel].silent_until) : INT64_MAX;
  tell_row(static_cast<std::uint16_t>(channel - first_port_), open, open ? watch.open_at : now_);
}

void Part::tell_row(std::uint16_t local, bool up, std::int64_t from) {
  const LinkStages::Place place = m_.control.stages->place(group_, local);
  const std::int64_t hop = delay_[out_[local].link] + credit_time_;
  m_.control.stages->each_in_row(group_, place.row, [&](SwitchId other, int hops) {
    note({.at = from + hops * hop,
          .kind = Kind::status,
          .group = other,
          .port = place.row,
          .vc = place.count,
          .bytes = up});
  });
}

void Part::hear_status(std::uint16_t row, unsigned what, bool up) {
  known(group_, row, what) = static_cast<std::int16_t>(known(group_, row, what) + (up ? 1 : -1));
}

/// What the cable carries that packets would take without this one: the next shorter way that is a route.
double Part::detour_load(std::uint16_t local) const {
  double load = 0;
  m_.control.stages->each_shorter(group_, local, [&](std::uint16_t port) {
    if (!is_usable(port)) return false;
    load = m_.meters[first_port_ + port].load;
    return true;
  });
  return load;
}

void Part::show_stage(const Channel& channel, ChannelView& view) const {
  view.missed = {m_.meters[channel.id].missed};
  if (channel.of_host) return;
  const LinkStages& stages = *m_.control.stages;
  const LinkStages::Place place = stages.place(group_, channel.local);
  view.stage = static_cast<int>(place.stage);
  if (place.stage != Stage::line) view.detour_load = detour_load(channel.local);
  const bool ring =
      knows(place.row, LinkStages::ring_from_first) || knows(place.row, LinkStages::ring_from_last);
  if (place.stage == Stage::chord) view.stage_before_up = ring || !stages.has_ring(place.row);
  if (place.stage == Stage::ring) view.stage_after_up = knows(place.row, LinkStages::chords);
}

}  // namespace ebb::inline engine
