#include "engine/exchange/rank_messages.hpp"

#include <utility>

namespace ebb::inline engine {

std::int64_t RankMessages::pack(ByteWriter& out) {
  const auto put = [&out](auto& records) {
    out.put(records.size());
    out.put_all(std::span(std::as_const(records).begin(), records.size()));
    records.clear();
  };
  put(packets_), put(notifications_), put(timed_events_), put(credits_), put(published_);
  return std::exchange(earliest_, INT64_MAX);
}

}  // namespace ebb::inline engine
