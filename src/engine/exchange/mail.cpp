#include "engine/exchange/mail.hpp"

#include <utility>

namespace ebb::inline engine {

std::int64_t Mail::pack(ByteWriter& out) {
  const auto put = [&out](auto& records) {
    out.put(records.size());
    out.put_all(std::span(std::as_const(records).begin(), records.size()));
    records.clear();
  };
  put(packets_), put(news_), put(notes_), put(credits_), put(board_);
  return std::exchange(earliest_, INT64_MAX);
}

}  // namespace ebb::inline engine
