// An executor runs the rules of the model on a network. It decides when and where they run, never what they
// do: the same input gives the same digest with every executor. A run, its conservation checks and its
// deadlock detection use this interface.
#pragma once

#include <atomic>
#include <functional>

#include "engine/counters.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/pool.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

class Executor {
 public:
  virtual ~Executor() = default;

  /// Runs until everything before the start of window `end` has happened, or until soon after *stop becomes
  /// true on any rank. A window is one lookahead of the network. All ranks.
  virtual void run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) = 0;
  /// Everything before this window has happened, nothing in it or after it.
  virtual std::uint64_t window() const = 0;
  /// Says whether the last run_windows_until() was cut short.
  virtual bool stopped() const = 0;

  /// Returns what was counted here. counts() excludes the batches and costs nothing.
  virtual Counters counters() const = 0;
  virtual Counts counts() const = 0;

  /// Starts recording the decisions that change a requested level: the earliest ones, at least `room` of them
  /// where there are so many. With 0, the initial value, it records none and costs nothing.
  virtual void keep_decisions(std::uint64_t room) = 0;
  /// Returns what was recorded since the last call, by time, then by channel.
  virtual std::vector<DecisionRecord> take_decisions() = 0;

  /// Brings the state of the network and of its queues to this machine, where they are elsewhere: before the
  /// functions below, and before anything but the channels' use is read from the state.
  virtual void gather_state() {}

  // What is here now. The kind is Kind::packet for packets on their way to a switch, Kind::ready for those
  // that are held in one.
  using EachPacket = std::function<void(const Packet&, Kind)>;
  using EachTimedEvent = std::function<void(const TimedEvent&)>;
  virtual void for_each_packet(const EachPacket& visit) const = 0;
  virtual void for_each_timed_event(const EachTimedEvent& visit) const = 0;
  virtual bool has_notifications() const = 0;
  /// Returns the queues of a switch and of its hosts.
  virtual PoolEntries<Packet> queued_packets(SwitchId s) const = 0;
  virtual PoolEntries<QueuedMessage> messages(SwitchId s) const = 0;
};

}  // namespace ebb::inline engine
