#include "traffic/trace_format.hpp"

#include <fmt/core.h>

#include "base/little_endian.hpp"
#include "base/varint.hpp"

namespace ebb::inline traffic {
namespace {

Problem bad_message(std::size_t i, const std::string& what) {
  return {"", fmt::format("message {} of the block {}", i, what),
          "the program that wrote the trace has an error"};
}

}  // namespace

std::array<std::byte, totals_size> encode(const TraceTotals& t) {
  std::array<std::byte, totals_size> bytes;
  LittleEndianWriter{bytes.data()}
      .put(t.messages)
      .put(t.payload_bytes)
      .put(t.blocks)
      .put(t.hosts)
      .put(t.length.v);
  return bytes;
}

TraceTotals decode_totals(std::span<const std::byte, totals_size> bytes) {
  LittleEndianReader in{bytes.data()};
  TraceTotals t;
  t.messages = in.get<std::uint64_t>();
  t.payload_bytes = in.get<std::uint64_t>();
  t.blocks = in.get<std::uint64_t>();
  t.hosts = in.get<std::uint32_t>();
  t.length.v = in.get<std::int64_t>();
  return t;
}

ByteBuffer encode_messages(std::span<const SentMessage> messages) {
  ByteBuffer out;
  Picoseconds before = messages.empty() ? Picoseconds{} : messages[0].at;
  for (const SentMessage& m : messages)
    put_varint(out, static_cast<std::uint64_t>((m.at - before).v)), before = m.at;
  for (const SentMessage& m : messages) put_varint(out, m.source);
  for (const SentMessage& m : messages) put_varint(out, m.destination);
  for (const SentMessage& m : messages) put_varint(out, static_cast<std::uint64_t>(m.size.v));
  return out;
}

Result<std::vector<SentMessage>> decode_messages(const RecordHead& head, std::span<const std::byte> raw) {
  if (head.items == 0 || head.items > most_block_messages || head.first.v < 0 || head.last < head.first ||
      head.last > latest_trace_time)
    return Problem{"", "its head makes no sense", ""};
  std::vector<SentMessage> messages(head.items);
  std::uint64_t value = 0;
  Picoseconds now = head.first;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!get_varint(raw, value)) return bad_message(i, "has no time");
    if (value > static_cast<std::uint64_t>((head.last - now).v))
      return bad_message(i, "is later than the block's last");
    now.v += static_cast<std::int64_t>(value);
    messages[i].at = now;
  }
  if (now != head.last) return bad_message(messages.size() - 1, "is not at the time of the block's last");
  for (const auto host : {&SentMessage::source, &SentMessage::destination})
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (!get_varint(raw, value) || value >= no_id) return bad_message(i, "lacks a host");
      messages[i].*host = static_cast<HostId>(value);
    }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!get_varint(raw, value) || value < 1 || value > static_cast<std::uint64_t>(largest_trace_message.v))
      return bad_message(i, "has no size that a message can have");
    messages[i].size.v = static_cast<std::int64_t>(value);
    if (messages[i].source == messages[i].destination) return bad_message(i, "is from a host to itself");
  }
  if (!raw.empty()) return bad_message(messages.size() - 1, "is not the end of the block's bytes");
  return messages;
}

}  // namespace ebb::inline traffic
