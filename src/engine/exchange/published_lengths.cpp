#include "engine/exchange/published_lengths.hpp"

#include <algorithm>

namespace ebb::inline engine {

void PublishedLengths::open(const Network& network, std::optional<Picoseconds> delay, Picoseconds pipeline,
                            std::int64_t window) {
  if (delay)
    age = static_cast<std::uint32_t>(std::min(oldest, (delay->v + pipeline.v + window - 1) / window));
  slots = age + 2;  // one for each age, and the one being written
  ports = network.switch_ports();
  entries.make_room(std::size_t{slots} * ports);  // an entry never written is an empty queue
}

void PublishedLengths::share(const std::vector<std::uint16_t>& rank_of, std::size_t rank, std::size_t ranks,
                             const std::function<std::uint32_t(SwitchId)>& neighbourhood_of) {
  received.resize(ranks);
  for (SwitchId s = 0; s < rank_of.size(); ++s) {
    neighbourhood.push_back(neighbourhood_of(s));
    if (readers.size() <= neighbourhood[s]) readers.resize(neighbourhood[s] + std::size_t{1});
    std::vector<std::uint16_t>& all = readers[neighbourhood[s]];
    if (rank_of[s] != rank && std::find(all.begin(), all.end(), rank_of[s]) == all.end())
      all.push_back(rank_of[s]);
  }
}

void PublishedReceived::begin(PublishedLengths& published_lengths, std::uint32_t slot) {
  if (changes_.empty()) changes_.resize(published_lengths.slots), slot_ = published_lengths.before(0);
  if (slot == slot_) return;
  slot_ = slot;
  changes_[slot].clear();
  for (std::uint32_t i = 1; i < published_lengths.slots; ++i)  // oldest first
    for (const PublishedChange& change : changes_[(slot + i) % published_lengths.slots])
      published_lengths.at(slot, change.port) = change.entry;
}

void PublishedReceived::add(PublishedLengths& published_lengths, const PublishedChange& change) {
  published_lengths.at(slot_, change.port) = change.entry;
  changes_[slot_].push(change);
}

Published published_now(const NetworkState& state, PortId channel) {
  const OutPort& out = state.out[channel];
  return {out.free_at, out.in_transition ? state.cold[channel].transition_until : 0, out.waiting, out.rate};
}

void PublishedPlace::open(const PublishedLengths& published_lengths) {
  window.assign(published_lengths.slots, INT64_MIN);
}

/// Windows without any event are skipped and publish nothing: the last published one before them counts.
void PublishedPlace::begin(const PublishedLengths& published_lengths, std::int64_t start,
                           std::int64_t length) {
  const std::int64_t number = start / length, wanted = number - 1 - published_lengths.age;
  reading = writing;
  do reading = published_lengths.before(reading);
  while (window[reading] > wanted);
  window[writing] = number;
  as_of = std::max<std::int64_t>(0, start - published_lengths.age * length);
}

}  // namespace ebb::inline engine
