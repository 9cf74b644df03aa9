// An executor runs the rules of the model on a network. It decides when and where they run, never what they
// do: the same input gives the same digest with every executor. This interface is what a run, its books and
// its deadlock watch need of one.
#pragma once

#include <atomic>
#include <functional>

#include "engine/counters.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/pool.hpp"

namespace ebb::inline engine {

class Executor {
 public:
  virtual ~Executor() = default;

  /// Goes on until everything before the start of window `end` has happened, or soon after *stop becomes true
  /// somewhere. A window is one lookahead of the network. All ranks.
  virtual void run_to(std::uint64_t end, const std::atomic<bool>* stop) = 0;
  /// Everything before this window has happened, nothing in it or after it.
  virtual std::uint64_t window() const = 0;
  /// Says whether the last run_to() was cut short.
  virtual bool stopped() const = 0;

  /// Returns what has been counted here. counts() leaves the batches out and costs nothing.
  virtual Counters counters() const = 0;
  virtual Counts counts() const = 0;

  /// From now on keeps the decisions that change a wish, one by one: the earliest, at least `room` of them
  /// where there are so many. With no room, as at the start, it keeps none and pays nothing.
  virtual void keep_decisions(std::uint64_t room) = 0;
  /// What was kept since the last call, by time, then by channel.
  virtual std::vector<DecisionRecord> take_decisions() = 0;

  // What is here now.
  /// The kind is Kind::packet for those on their way to a switch, Kind::ready for those that are held in one.
  using EachPacket = std::function<void(const Packet&, Kind)>;
  using EachNote = std::function<void(const TimedEvent&)>;
  virtual void for_each_packet(const EachPacket& visit) const = 0;
  virtual void for_each_timed_event(const EachNote& visit) const = 0;
  virtual bool has_notifications() const = 0;
  /// These are the queues of a switch and of its hosts.
  virtual const Pool<Packet>& queued_packets(SwitchId s) const = 0;
  virtual const Pool<QueuedMessage>& messages(SwitchId s) const = 0;
};

}  // namespace ebb::inline engine
