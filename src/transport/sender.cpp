#include "transport/sender.hpp"

#include <algorithm>

namespace ebb::inline transport {
namespace {

void start_timer(Sender& sender, const SenderSettings& settings, std::int64_t now) {
  const bool waits = sender.board.first() != sender.board.next();
  sender.timer = waits ? now + sender.round_trip.timeout(settings.least_timeout) : no_timer;
}

/// Says whether so many unacknowledged segments use the window. A window that nobody uses does not grow
/// (RFC 7661); in slow start half of it is enough, because it has just doubled.
bool uses_window(const Congestion& congestion, std::uint32_t unacknowledged) {
  const double used = static_cast<double>(unacknowledged) + 1;
  return used > (congestion.in_slow_start() ? congestion.window / 2 : congestion.window);
}

/// Segments were acknowledged outside of recovery.
void open_window(Sender& sender, const Acknowledgement& ack, AckedSegments acked,
                 std::uint32_t unacknowledged) {
  Congestion& congestion = sender.congestion;
  if (congestion.control == CongestionControl::dctcp)
    count_marks(congestion, acked.count, ack.marked, sender.board.first(), sender.board.next());
  // After a reduction by marks the window stays for a round trip, as in Linux.
  if (sender.board.first() < congestion.marks.reduced || !uses_window(congestion, unacknowledged)) return;
  acked.srtt = sender.round_trip.smoothed;
  grow(congestion, acked);
}

void enter_recovery(Sender& sender, double flying) {
  sender.in_recovery = true, sender.recovered_from = sender.board.next();
  reduce_on_loss(sender.congestion, flying);
  sender.reduction = {.flying = flying};
}

}  // namespace

Sender new_sender(const SenderSettings& settings) {
  Sender sender;
  sender.congestion.control = settings.control;
  sender.congestion.window = settings.initial_window;
  return sender;
}

std::optional<SentSegment> take_segment(Sender& sender, const SenderSettings& settings, std::int64_t now) {
  Scoreboard& board = sender.board;
  if (sender.in_recovery ? !sender.reduction.may_send() : board.in_flight() + 1.0 > sender.congestion.window)
    return std::nullopt;
  const bool waits = board.first() != board.next(), again = board.has_lost();
  const bool has_new = board.next() < sender.end && board.next() - board.first() < settings.receive_window;
  if (!again && !has_new) return std::nullopt;
  if (sender.in_recovery) sender.reduction.send();
  const SentSegment sent{again ? board.send_lost() : board.send_new(), again};
  if (!waits) start_timer(sender, settings, now);
  return sent;
}

void receive(Sender& sender, const SenderSettings& settings, const Acknowledgement& ack,
             std::int64_t round_trip, std::int64_t now) {
  Scoreboard& board = sender.board;
  const std::uint32_t unacknowledged = board.next() - board.first();
  const bool moves = ack.expected > board.first();
  const std::uint32_t news = moves ? board.acknowledge(ack.expected) : 0;
  const std::uint32_t arrived =
      ack.sack_end > ack.sack_begin ? board.arrived(ack.sack_begin, ack.sack_end) : 0;
  if (moves) sender.round_trip.measure(round_trip), start_timer(sender, settings, now);
  if (sender.in_recovery && board.first() >= sender.recovered_from) sender.in_recovery = false;
  if (moves && !sender.in_recovery)
    open_window(sender, ack, {static_cast<double>(news), now}, unacknowledged);
  const std::uint32_t flying = board.in_flight();
  if (board.find_lost() && !sender.in_recovery) enter_recovery(sender, flying + arrived);
  if (sender.in_recovery)
    sender.reduction.receive(news + arrived, board.in_flight(), sender.congestion.threshold);
}

void time_out(Sender& sender, const SenderSettings& settings, std::int64_t now) {
  // Only the first of several timeouts in a row lowers the threshold (RFC 5681, 3.1).
  if (sender.round_trip.backoff == 0) reduce_on_timeout(sender.congestion, sender.board.in_flight());
  sender.congestion.window = 1;
  ++sender.round_trip.backoff;
  sender.board.lose_all();
  sender.in_recovery = false;
  start_timer(sender, settings, now);
}

}  // namespace ebb::inline transport
