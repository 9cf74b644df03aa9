// What crosses from one rank to another: packets, news, notes, credits for the logs of channels that come
// from there, and what is new on the board. Ranks exchange it at the end of each window; as order is settled
// by content, it does not matter who was first.
#pragma once

#include "base/bytes.hpp"
#include "engine/exchange/board.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/bag.hpp"

namespace ebb::inline engine {

/// A credit for a channel whose source is on another rank.
struct CreditMail {
  std::int64_t due = 0;
  SwitchId switch_id = 0;  ///< of the channel's source
  std::uint16_t port = 0, vc = 0, size = 0;
};

/// What goes to one rank at the end of a window.
class Mail {
 public:
  void post(const Packet& packet) { packets_.push(packet), earliest_ = std::min(earliest_, packet.at); }
  void post(const News& news) { news_.push(news), earliest_ = std::min(earliest_, news.at); }
  void post(const Note& note) { notes_.push(note), earliest_ = std::min(earliest_, note.at); }
  void post(const CreditMail& credit) { credits_.push(credit), earliest_ = std::min(earliest_, credit.due); }
  void post(const BoardChange& news) { board_.push(news); }

  /// Writes everything, and forgets it. Returns when the earliest of it happens.
  std::int64_t pack(ByteWriter& out);

 private:
  Bag<Packet> packets_;
  Bag<News> news_;
  Bag<Note> notes_;
  Bag<CreditMail> credits_;
  Bag<BoardChange> board_;
  std::int64_t earliest_ = INT64_MAX;  ///< nothing in it happens before
};

/// Unpacks one thread's mail: calls take(record) for each packet, news and note, credits(list) once, and
/// take(record) for what is new on the board.
template <class Take, class Credits>
void unpack_mail(ByteReader& in, std::vector<CreditMail>& buffer, Take&& take, Credits&& credits) {
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<Packet>());
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<News>());
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<Note>());
  buffer.resize(in.take<std::uint32_t>());
  in.take_all(buffer.data(), buffer.size());
  credits(buffer);
  for (auto n = in.take<std::uint32_t>(); n > 0; --n) take(in.take<BoardChange>());
}

}  // namespace ebb::inline engine
