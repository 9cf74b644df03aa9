// What a part counts while it runs. Everything is a sum or a histogram of integers, so the tallies of several
// parts merge to the same bits in any order.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline engine {

struct Counts {
  std::uint64_t events = 0, hops = 0;
  std::uint64_t messages_made = 0, messages_delivered = 0;
  std::uint64_t packets_made = 0, packets_sent = 0, packets_delivered = 0;
  std::uint64_t payload_made = 0, payload_sent = 0, payload_delivered = 0;
  std::uint64_t digest = 0;  ///< a sum of hashes does not depend on the order of its terms
};

struct Tally : Counts {
  BatchSeries batches;

  explicit Tally(Picoseconds batch) : batches(batch) {}
  explicit Tally(BatchSeries series) : batches(std::move(series)) {}

  static std::uint64_t hash(std::uint32_t source, std::int64_t entered, std::int64_t at) {
    return mix_bits(mix_bits(static_cast<std::uint64_t>(entered) * 0x9e3779b97f4a7c15ull + source) +
                    static_cast<std::uint64_t>(at));
  }

  void merge(const Tally& o) {
    events += o.events, hops += o.hops;
    messages_made += o.messages_made, messages_delivered += o.messages_delivered;
    packets_made += o.packets_made, packets_sent += o.packets_sent, packets_delivered += o.packets_delivered;
    payload_made += o.payload_made, payload_sent += o.payload_sent, payload_delivered += o.payload_delivered;
    digest += o.digest;
    batches.merge(o.batches);
  }
  /// For another process, and from one.
  void write(ByteWriter& out) const {
    out.put(static_cast<const Counts&>(*this));
    batches.write(out);
  }
  static Tally read(ByteReader& in) {
    const auto counts = in.take<Counts>();
    Tally tally(BatchSeries::read(in));
    static_cast<Counts&>(tally) = counts;
    return tally;
  }
};

}  // namespace ebb::inline engine
