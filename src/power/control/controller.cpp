#include "power/control/controller.hpp"

#include <algorithm>

namespace ebb::inline power {
namespace {

/// Returns how long a wire of this rate was busy with so many bytes, for a driver that counts only bytes. It
/// is an estimate if the rate has changed meanwhile.
std::int64_t busy_for(std::int64_t bytes, BitsPerSecond rate, std::int64_t could_send) {
  if (bytes <= 0 || rate.v <= 0) return 0;
  return std::min(wire_time({bytes}, rate).v, could_send);
}

/// Returns the mean downstream occupancy of a channel since its last evaluation, as a share of the buffer.
double filled_share(const DownstreamOccupancy& downstream, std::uint64_t before, std::int64_t since) {
  if (downstream.size <= 0 || since <= 0) return 0;
  const auto more = static_cast<double>(static_cast<std::int64_t>(downstream.filled - before));
  return more / (static_cast<double>(downstream.size) * static_cast<double>(since));
}

constexpr std::string_view not_empty_yet = "refused: it is not empty yet";
constexpr std::string_view never_off = "refused: it never goes off";

}  // namespace

ChannelView Controller::look(ChannelControl& c, const Observation& seen, Cause cause) const {
  const std::int64_t now = seen.now.v, in_transition = c.meter.transition_until(now);
  const std::int64_t could_send = now - c.evaluated_at - (in_transition - c.in_transition);
  ChannelView view;
  view.rate = levels_of(seen)[c.level];
  const std::int64_t busy =
      seen.busy ? seen.busy->v : c.busy + busy_for(seen.passed.v - c.bytes, view.rate, could_send);
  if (could_send > 0) view.utilisation = static_cast<double>(busy - c.busy) / static_cast<double>(could_send);
  view.since = {now - c.evaluated_at};
  view.in_transition = {in_transition - c.in_transition};
  view.sent = {seen.passed.v - c.bytes};
  view.queued = seen.queued;
  if (seen.last_busy)
    view.idle_for = {std::max<std::int64_t>(0, now - seen.last_busy->v)};
  else if (view.sent.v == 0)
    view.idle_for = view.since;  // a lower bound: the driver does not know more
  if (seen.downstream)
    view.downstream =
        filled_share(*seen.downstream, std::exchange(c.filled, seen.downstream->filled), view.since.v);
  view.delay_budget_left = seen.delay_budget_left.value_or(0);  // check_driver() refuses policies that need
  view.packets = seen.packets.value_or(0);                      // what the driver does not count
  view.cause = cause;
  if (seen.stage) {
    view.diverted = seen.stage->diverted, view.detour_load = seen.stage->detour_load;
    view.stage = seen.stage->stage, view.switch_sleeps = seen.stage->switch_sleeps;
    view.stage_before_up = seen.stage->before_up, view.stage_after_up = seen.stage->after_up;
    if (seen.stage->links) view.links = &*seen.stage->links, view.port = seen.stage->port;
  }
  view.memory = c.memory;
  c.evaluated_at = now, c.busy = busy, c.bytes = seen.passed.v, c.in_transition = in_transition;
  return view;
}

Evaluation Controller::decide(ChannelControl& c, const Observation& seen, Cause cause) const {
  Evaluation evaluation{.view = look(c, seen, cause)};
  const RateLevels& levels = levels_of(seen);
  PowerGrant power;
  if (seen.power) {
    power = *seen.power;
    power.in_force = seen.now.v < c.meter.since
                         ? static_cast<std::uint8_t>(std::max<std::uint32_t>(c.level, c.meter.before))
                         : c.level;
    evaluation.view.power = &power;
  }
  evaluation.decision = settings_.policy->decide(evaluation.view, levels);
  evaluation.view.power = nullptr;
  evaluation.view.links = nullptr;  // the driver's: it may be gone when the evaluation is read
  evaluation.requested = levels.level(evaluation.decision.want);
  evaluation.before = c.requested;
  if (levels[evaluation.requested] != evaluation.decision.want) [[unlikely]] {
    fault_.report({seen.now, evaluation.decision.want, levels.fastest()});
    evaluation.requested = c.requested;
  }
  return evaluation;
}

/// The policy wants the channel to go off, or to stay off. Returns the level to request, and corrects the
/// time of the next evaluation.
std::size_t Controller::towards_off(ChannelControl& c, Evaluation& evaluation, bool may,
                                    bool stranded) const {
  Decision& decision = evaluation.decision;
  const bool queued = evaluation.view.waiting().v > 0, refused = !may || stranded;
  evaluation.refused = !may ? never_off : stranded ? not_empty_yet : std::string_view{};
  c.closing = may && refused;
  if (may && refused && !queued)
    decision.evaluate_after = soon_ * 2;  // the credits that it waits for will be back soon
  else if (decision.evaluate_after == Decision::never && (queued || refused))
    decision.evaluate_after = Decision::epoch;  // queued packets are looked at again
  else if (decision.evaluate_after == Decision::never)
    decision.evaluate_at = {1};
  return refused ? std::max<std::size_t>(settings_.levels.slowest_level(), c.level) : 0;
}

void Controller::remember(ChannelControl& c, const Observation& seen, const Evaluation& evaluation) const {
  const Decision& decision = evaluation.decision;
  c.memory = decision.memory;
  c.load = evaluation.view.load(levels_of(seen).fastest());
  c.diverted = 0, c.evaluate_at_diverted = decision.evaluate_at_diverted.v;
  const std::int64_t after = decision.evaluate_after == Decision::epoch
                                 ? settings_.epoch.v
                                 : std::max<std::int64_t>(1, decision.evaluate_after.v);
  c.next_evaluation = decision.evaluate_after == Decision::never ? ChannelControl::never : seen.now.v + after;
}

LevelRequest Controller::propagate(ChannelControl& c, std::size_t level, Picoseconds earliest) const {
  const auto requested = static_cast<std::uint8_t>(level);
  // Without pairing, a change between two levels that are not off does not concern the other end, nor does
  // one of a channel that goes off by itself. But earlier requests may still be on their way to both ends.
  // This one has to follow them, or they would replace it.
  const bool on_its_way = c.request_at > c.evaluated_at;
  const bool stays_on = !settings_.levels.has_off() || settings_.single_channels ||
                        (requested != 0 && c.requested != 0 && c.own != 0 && !on_its_way);
  if (!settings_.paired && stays_on) {
    c.requested = c.own = requested;
    return {.applies = true, .arrives_at = {}};
  }
  if (c.requested == requested) return {};
  c.requested = requested;
  // Two requests never arrive at the same time. A channel may be evaluated twice in a picosecond (its idle
  // time is over and a packet arrives), and its last request must hold.
  c.request_at = std::max(c.request_at + 1, earliest.v);
  return {.applies = false, .arrives_at = Picoseconds{c.request_at}};
}

/// Says whether a change waits until what is queued has left. It waits for at most an epoch, because not
/// every packet has another path, and for the whole epoch if the queue length is unknown. Until the change is
/// over, a routing takes other ports first.
bool Controller::still_draining(ChannelControl& c, Picoseconds now, Picoseconds change,
                                std::optional<Bytes> queued) const {
  const Transition how = settings_.transition;
  if (how == Transition::leave || (how == Transition::by_time && change <= settings_.drain_above))
    return false;
  if (c.drain_by == 0) c.drain_by = now.v + settings_.epoch.v;
  c.avoid_until = INT64_MAX;
  return how != Transition::avoid && now.v < c.drain_by && (!queued || queued->v > 0);
}

LevelChange Controller::apply_level(ChannelControl& c, Picoseconds now, Picoseconds wire_free,
                                    std::optional<Bytes> queued, std::span<std::int64_t> time_in) const {
  using What = LevelChange::What;
  const bool changing = now.v < c.meter.since;
  const std::size_t to = agreed(c), from = c.level;
  if (keeps_level(c, now)) return {What::keeps, {}, from, to};
  if (c.settling) return {What::under_way, {}, from, to};
  const Picoseconds change = settings_.change_time(from, to);
  if (changing) {
    c.settling = true;
    return {What::waits, {c.meter.since}, from, to};
  }
  if (still_draining(c, now, change, queued))
    return {What::waits, queued ? std::max(wire_free, now + soon_) : Picoseconds{c.drain_by}, from, to};
  // The packet on the wire finishes first. Then the channel is in transition.
  const std::int64_t begin = std::max(now.v, wire_free.v), end = begin + change.v;
  c.meter.book_change(time_in, from, to, begin, end);
  c.level = static_cast<std::uint8_t>(to);
  c.drain_by = 0;
  if (c.avoid_until > now.v) c.avoid_until = end;
  return {What::changes, {end}, from, to};
}

}  // namespace ebb::inline power
