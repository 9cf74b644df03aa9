#include "power/control/controller.hpp"

#include <algorithm>

namespace ebb::inline power {
namespace {

/// Returns how long a wire of this rate was busy with so many bytes, for an owner that counts bytes alone. If
/// the rate has changed meanwhile, that is an estimate.
std::int64_t busy_for(std::int64_t bytes, BitsPerSecond rate, std::int64_t could_send) {
  if (bytes <= 0 || rate.v <= 0) return 0;
  return std::min(wire_time({bytes}, rate).v, could_send);
}

/// Returns the mean filled share of the buffer behind a channel, over the time since it was last asked about.
double filled_share(const BufferBehind& behind, std::uint64_t before, std::int64_t since) {
  if (behind.size <= 0 || since <= 0) return 0;
  const auto more = static_cast<double>(static_cast<std::int64_t>(behind.filled - before));
  return more / (static_cast<double>(behind.size) * static_cast<double>(since));
}

constexpr std::string_view not_empty_yet = "refused: it is not empty yet";
constexpr std::string_view never_off = "refused: it never goes off";

}  // namespace

ChannelView Controller::look(ChannelControl& c, const Observation& seen, Cause cause) const {
  const std::int64_t now = seen.now.v, silent = c.meter.silent_until(now);
  const std::int64_t could_send = now - c.asked - (silent - c.silent);
  ChannelView view;
  view.rate = ladder_of(seen)[c.rung];
  const std::int64_t busy =
      seen.busy ? seen.busy->v : c.busy + busy_for(seen.passed.v - c.bytes, view.rate, could_send);
  if (could_send > 0) view.utilisation = static_cast<double>(busy - c.busy) / static_cast<double>(could_send);
  view.since = {now - c.asked};
  view.silent = {silent - c.silent};
  view.sent = {seen.passed.v - c.bytes};
  view.queued = seen.queued;
  if (seen.last_busy)
    view.idle_for = {std::max<std::int64_t>(0, now - seen.last_busy->v)};
  else if (view.sent.v == 0)
    view.idle_for = view.since;  // no less, for all that is known
  if (seen.behind)
    view.behind = filled_share(*seen.behind, std::exchange(c.filled, seen.behind->filled), view.since.v);
  view.lateness_left = seen.lateness_left.value_or(0);  // check_owner() refuses who needs
  view.packets = seen.packets.value_or(0);              // what nobody counts
  view.cause = cause;
  if (seen.stage) {
    view.missed = seen.stage->missed, view.detour_load = seen.stage->detour_load;
    view.stage = seen.stage->stage;
    view.stage_before_up = seen.stage->before_up, view.stage_after_up = seen.stage->after_up;
    view.need = seen.stage->need;
  }
  view.memory = c.memory;
  c.asked = now, c.busy = busy, c.bytes = seen.passed.v, c.silent = silent;
  return view;
}

Answer Controller::decide(ChannelControl& c, const Observation& seen, Cause cause) const {
  Answer answer{.view = look(c, seen, cause)};
  const RateLadder& ladder = ladder_of(seen);
  answer.decision = settings_.policy->decide(answer.view, ladder);
  answer.wish = ladder.rung(answer.decision.want);
  answer.before = c.wish;
  return answer;
}

/// The policy wants the channel to go off, or to stay off. Returns the rung to wish for, and corrects when to
/// ask again.
std::size_t Controller::towards_off(ChannelControl& c, Answer& answer, bool may, bool stranded) const {
  Decision& decision = answer.decision;
  const bool queued = answer.view.waiting().v > 0, refused = !may || stranded;
  answer.refused = !may ? never_off : stranded ? not_empty_yet : std::string_view{};
  c.closing = may && refused;
  if (may && refused && !queued)
    decision.ask_after = soon_ * 2;  // what it waits for will be back soon
  else if (decision.ask_after == Decision::never && (queued || refused))
    decision.ask_after = Decision::epoch;  // what waits is not forgotten
  else if (decision.ask_after == Decision::never)
    decision.ask_at = {1};
  return refused ? std::max<std::size_t>(settings_.ladder.slowest_rung(), c.rung) : 0;
}

void Controller::remember(ChannelControl& c, const Observation& seen, const Answer& answer) const {
  const Decision& decision = answer.decision;
  c.memory = decision.memory;
  c.load = answer.view.load(ladder_of(seen).fastest());
  c.missed = 0, c.ask_missed = decision.ask_missed.v;
  const std::int64_t after = decision.ask_after == Decision::epoch
                                 ? settings_.epoch.v
                                 : std::max<std::int64_t>(1, decision.ask_after.v);
  c.next_question = decision.ask_after == Decision::never ? ChannelControl::never : seen.now.v + after;
}

WishSpread Controller::spread(ChannelControl& c, std::size_t rung, Picoseconds earliest) const {
  const auto wish = static_cast<std::uint8_t>(rung);
  // Alone, a channel that is on and stays on concerns nobody else. But earlier wishes may still be on their
  // way to both ends: this one has to follow them, or they would replace it.
  const bool on_its_way = c.wish_at > c.asked;
  const bool stays_on =
      !settings_.ladder.has_off() || (wish != 0 && c.wish != 0 && c.own != 0 && !on_its_way);
  if (!settings_.paired && stays_on) {
    c.wish = c.own = wish;
    return {.settles = true, .tell = {}};
  }
  if (c.wish == wish) return {};
  c.wish = wish;
  // Never two at once: a channel may be asked twice in a picosecond, as its idle time is over and a packet
  // comes, and what it wished last must hold.
  c.wish_at = std::max(c.wish_at + 1, earliest.v);
  return {.settles = false, .tell = Picoseconds{c.wish_at}};
}

/// Says whether a change waits until what is queued has left. It waits for an epoch at most, because not
/// every packet has another way, and for the whole epoch if nobody knows the queue. From now on and until the
/// change is over, a routing takes other ports first.
bool Controller::still_draining(ChannelControl& c, Picoseconds now, Picoseconds change,
                                std::optional<Bytes> queued) const {
  const Transition how = settings_.transition;
  if (how == Transition::leave || (how == Transition::by_time && change <= settings_.drain_above))
    return false;
  if (c.drain_by == 0) c.drain_by = now.v + settings_.epoch.v;
  c.shun_until = INT64_MAX;
  return how != Transition::avoid && now.v < c.drain_by && (!queued || queued->v > 0);
}

Settlement Controller::settle(ChannelControl& c, Picoseconds now, Picoseconds wire_free,
                              std::optional<Bytes> queued, std::span<std::int64_t> time_in) const {
  using What = Settlement::What;
  const bool changing = now.v < c.meter.since;
  const std::size_t to = agreed(c), from = c.rung;
  if (keeps_rung(c, now)) return {What::keeps, {}, from, to};
  if (c.settling) return {What::under_way, {}, from, to};
  const Picoseconds change = settings_.change_time(from, to);
  if (changing) {
    c.settling = true;
    return {What::waits, {c.meter.since}, from, to};
  }
  if (still_draining(c, now, change, queued))
    return {What::waits, queued ? std::max(wire_free, now + soon_) : Picoseconds{c.drain_by}, from, to};
  // The packet on the wire finishes, then the channel is silent while it changes.
  const std::int64_t begin = std::max(now.v, wire_free.v), end = begin + change.v;
  c.meter.book_change(time_in, from, to, begin, end);
  c.rung = static_cast<std::uint8_t>(to);
  c.drain_by = 0;
  if (c.shun_until > now.v) c.shun_until = end;
  return {What::changes, {end}, from, to};
}

}  // namespace ebb::inline power
