#include "experiment/run/traffic_failure.hpp"

#include <fmt/core.h>

namespace ebb::inline experiment {

Problems traffic_failure(const Traffic& traffic, Exchange* exchange) {
  const Problems own = failure_of(traffic);
  if (!exchange || exchange->ranks() == 1) return own;
  ByteBuffer mine;
  ByteWriter out(mine);
  out.put(own.size());
  for (const Problem& p : own) out.put_text(p.where), out.put_text(p.what), out.put_text(p.hint);
  Problems all;
  const std::vector<ByteBuffer> told = tell_all(*exchange, mine);
  for (std::size_t rank = 0; rank < told.size(); ++rank) {
    ByteReader in(told[rank]);
    for (auto left = in.take<std::size_t>(); left > 0; --left) {
      Problem& p = all.emplace_back();
      p.where = fmt::format("rank {}: {}", rank, in.take_text());
      p.what = in.take_text();
      p.hint = in.take_text();
    }
  }
  return all;
}

}  // namespace ebb::inline experiment
