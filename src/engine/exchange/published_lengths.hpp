// Published queue lengths, for routings that read queues of other switches. At the end of each window every
// switch publishes its output queue lengths, and route() reads what was published a fixed number of windows
// ago. No switch sees another one within a window, so a reading depends neither on the partitioning nor on
// the order of execution. Ranks exchange the changed lengths with the window's messages.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/units.hpp"
#include "engine/model/network_state.hpp"
#include "engine/storage/bag.hpp"
#include "engine/storage/big_array.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

template <class Routing>
concept ReadsPublished = requires {
  Routing::reads_published;
};

/// An output queue at the end of a window. Without further events only the wire drains it, so this is enough
/// to compute its length at any later time.
struct Published {
  std::int64_t free_at = 0;             ///< when the wire will have sent what it is booked for
  std::int64_t transition_until = 0;    ///< until then it sends nothing, as its rate changes
  std::uint32_t waiting = 0, rate = 0;  ///< bytes without a booking; index of the channel's rate
  bool operator==(const Published&) const = default;
};

Published published_now(const NetworkState& state, PortId channel);

/// A changed queue, sent to another rank.
struct PublishedChange {
  PortId port = 0;
  Published entry;
};

struct PublishedLengths;

/// The changes received from another rank, by slot of the ring. A rank sends what has changed since the
/// previous window. A reused slot also needs the changes that were received while the other slots were
/// written.
class PublishedReceived {
 public:
  /// Starts the window that `slot` holds: what is added next belongs to it. A second call for one window
  /// changes nothing.
  void begin(PublishedLengths& published_lengths, std::uint32_t slot);
  void add(PublishedLengths& published_lengths, const PublishedChange& change);

 private:
  std::vector<Bag<PublishedChange>> changes_;
  std::uint32_t slot_ = 0;
};

/// Published queue lengths, shared by all threads: a ring of slots, each with the lengths of the whole
/// network. The slots are written one after the other. Each thread writes the switches that it handles. No
/// thread reads the slot being written.
struct PublishedLengths {
  static constexpr std::int64_t oldest = 64;  ///< windows; a longer delay counts as this

  std::uint32_t slots = 0;  ///< of the ring; 0: no routing reads it
  std::uint32_t age = 0;    ///< whole windows between publishing and the earliest reading
  std::uint32_t ports = 0;
  BigArray<Published> entries;  ///< [slot * ports + port]

  // Only with several ranks. Switches of one neighbourhood read each other.
  std::vector<std::uint32_t> neighbourhood;         ///< of each switch
  std::vector<std::vector<std::uint16_t>> readers;  ///< by neighbourhood: the other ranks with a part of it
  std::vector<PublishedReceived> received;          ///< by rank

  /// Allocates the ring. What a switch publishes takes `delay` to another switch, and then the pipeline
  /// there. Without a delay it is known at once.
  void open(const Network& network, std::optional<Picoseconds> delay, Picoseconds pipeline,
            std::int64_t window);
  /// Determines which ranks need which switches' queue lengths; rank_of is by switch.
  void share(const std::vector<std::uint16_t>& rank_of, std::size_t rank, std::size_t ranks,
             const std::function<std::uint32_t(SwitchId)>& neighbourhood_of);
  std::uint32_t before(std::uint32_t slot) const { return (slot == 0 ? slots : slot) - 1; }
  const Published& at(std::uint32_t slot, PortId port) const {
    return entries[std::size_t{slot} * ports + port];
  }
  Published& at(std::uint32_t slot, PortId port) { return entries[std::size_t{slot} * ports + port]; }
};

/// One thread's position in the ring: the published windows, and which of them to read.
struct PublishedPlace {
  std::vector<std::int64_t> window;  ///< whose end each slot of the ring holds
  std::uint32_t writing = 0, reading = 0;
  std::int64_t as_of = 0;  ///< the time of the reading

  void open(const PublishedLengths& published_lengths);
  /// A window begins at time `start`. All threads begin and finish the same windows.
  void begin(const PublishedLengths& published_lengths, std::int64_t start, std::int64_t length);
  void finish(const PublishedLengths& published_lengths) {
    writing = (writing + 1) % published_lengths.slots;
  }
};

/// Returns the bytes queued at an output of a switch, as published for the current window.
inline std::int64_t published_length(const PublishedLengths& published_lengths, const PublishedPlace& place,
                                     const NetworkState& state, SwitchId s, std::uint16_t port) {
  const Published& entry = published_lengths.at(place.reading, state.network.first_port[s] + port);
  const std::int64_t left = entry.free_at - std::max(place.as_of, entry.transition_until);
  return entry.waiting + (left > 0 ? state.rates[entry.rate].bytes(left) : 0);
}

}  // namespace ebb::inline engine
