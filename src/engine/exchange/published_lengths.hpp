// The board, for routings that look at queues of other switches: at the end of each window every switch
// publishes the depth of its output queues, and route() reads what was published a fixed number of windows
// ago. No switch sees another one within a window, so what is read does not depend on how the network is cut
// into parts, nor on who was first. Ranks tell each other, with the window's mail, what has changed of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/units.hpp"
#include "engine/model/network_state.hpp"
#include "engine/storage/bag.hpp"
#include "engine/storage/big_array.hpp"

namespace ebb::inline engine {

template <class Routing>
concept ReadsPublished = requires {
  Routing::reads_published;
};

/// An output queue at the end of a window. Where nothing has happened since, only the wire goes on: so this
/// is enough to tell the depth at any later time.
struct Published {
  std::int64_t free_at = 0;             ///< when the wire will have sent what it is booked for
  std::int64_t transition_until = 0;    ///< until then it sends nothing, as its rate changes
  std::uint32_t waiting = 0, rate = 0;  ///< bytes without a booking; index of the channel's rate
  bool operator==(const Published&) const = default;
};

Published published_now(const NetworkState& state, PortId channel);

/// A queue that has changed, for another rank.
struct PublishedChange {
  PortId port = 0;
  Published entry;
};

struct PublishedLengths;

/// What another rank has told of its queues, by slot of the ring. It tells what has changed since the window
/// before; a slot that is used again also lacks what has changed while the others were written.
class PublishedHeard {
 public:
  /// What is added next belongs to the window that `slot` shows. A second call for one window changes
  /// nothing.
  void begin(PublishedLengths& published_lengths, std::uint32_t slot);
  void add(PublishedLengths& published_lengths, const PublishedChange& change);

 private:
  std::vector<Bag<PublishedChange>> changes_;
  std::uint32_t slot_ = 0;
};

/// All threads share the board. It is a ring of whole boards, written one after the other. Each thread writes
/// the switches that it handles, and nobody reads the board that is being written.
struct PublishedLengths {
  static constexpr std::int64_t oldest = 64;  ///< windows; news that travel longer are taken for this old

  std::uint32_t slots = 0;  ///< boards in the ring; 0: no routing reads it
  std::uint32_t age = 0;    ///< whole windows between publishing and the earliest reading
  std::uint32_t ports = 0;
  BigArray<Published> entries;  ///< [slot * ports + port]

  // Only with several ranks: switches of one circle read each other.
  std::vector<std::uint32_t> circle;                ///< of each switch
  std::vector<std::vector<std::uint16_t>> readers;  ///< by circle: the other ranks that have a part of it
  std::vector<PublishedHeard> heard;                ///< by rank

  /// Makes the board. What a switch publishes takes `delay` to another switch, and then the pipeline there.
  /// Without a delay it is known at once.
  void open(const Network& network, std::optional<Picoseconds> delay, Picoseconds pipeline,
            std::int64_t window);
  /// Finds out which ranks have to be told of which switches; rank_of is by switch.
  void share(const std::vector<std::uint16_t>& rank_of, std::size_t rank, std::size_t ranks,
             const std::function<std::uint32_t(SwitchId)>& neighbourhood_of);
  std::uint32_t before(std::uint32_t slot) const { return (slot == 0 ? slots : slot) - 1; }
  const Published& at(std::uint32_t slot, PortId port) const {
    return entries[std::size_t{slot} * ports + port];
  }
  Published& at(std::uint32_t slot, PortId port) { return entries[std::size_t{slot} * ports + port]; }
};

/// Where one thread stands with the board: the windows that have been published, and which of them to read.
struct PublishedPlace {
  std::vector<std::int64_t> window;  ///< whose end each slot of the ring shows
  std::uint32_t writing = 0, reading = 0;
  std::int64_t as_of = 0;  ///< the time at which the reading is taken

  void open(const PublishedLengths& published_lengths);
  /// A window begins at time `start`. All threads begin and finish the same windows.
  void begin(const PublishedLengths& published_lengths, std::int64_t start, std::int64_t length);
  void finish(const PublishedLengths& published_lengths) {
    writing = (writing + 1) % published_lengths.slots;
  }
};

/// Returns the bytes queued at an output of a switch, as the board shows them in the window at hand.
inline std::int64_t published_length(const PublishedLengths& published_lengths, const PublishedPlace& place,
                                     const NetworkState& state, SwitchId s, std::uint16_t port) {
  const Published& entry = published_lengths.at(place.reading, state.network.first_port[s] + port);
  const std::int64_t left = entry.free_at - std::max(place.as_of, entry.transition_until);
  return entry.waiting + (left > 0 ? state.rates[entry.rate].bytes(left) : 0);
}

}  // namespace ebb::inline engine
