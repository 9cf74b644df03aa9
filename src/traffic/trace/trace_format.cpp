#include "traffic/trace/trace_format.hpp"

#include <fmt/core.h>

#include "base/little_endian.hpp"
#include "base/problem.hpp"
#include "base/varint.hpp"
#include "network/network.hpp"

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

namespace {

ByteBuffer encode_columns(std::span<const SentMessage> messages) {
  ByteBuffer out;
  Picoseconds before = messages.empty() ? Picoseconds{} : messages[0].at;
  for (const SentMessage& m : messages)
    put_varint(out, static_cast<std::uint64_t>((m.at - before).v)), before = m.at;
  for (const SentMessage& m : messages) put_varint(out, m.source);
  for (const SentMessage& m : messages) put_varint(out, m.destination);
  for (const SentMessage& m : messages) put_varint(out, static_cast<std::uint64_t>(m.size.v));
  return out;
}

/// Takes the common columns of all traces off `raw`.
Result<std::vector<SentMessage>> decode_columns(const RecordHead& head, std::span<const std::byte>& raw,
                                                bool is_job) {
  if (head.items == 0 || head.items > most_block_messages || head.first.v < 0 || head.last < head.first ||
      head.last > latest_trace_time)
    return Problem{"", "its header is invalid", ""};
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
    if (messages[i].is_step() && !is_job) return bad_message(i, "is from a host to itself");
    const std::uint64_t least = messages[i].is_step() ? 0 : 1,
                        most =
                            messages[i].is_step() ? 0 : static_cast<std::uint64_t>(largest_trace_message.v);
    if (!get_varint(raw, value) || value < least || value > most)
      return bad_message(i, "has an invalid size");
    messages[i].size.v = static_cast<std::int64_t>(value);
  }
  return messages;
}

/// The nearest first, each as a distance from the one before, so that none is named twice.
void put_after(ByteBuffer& out, const Waits& waits, std::uint64_t number) {
  std::uint64_t before = number;
  for (auto after = waits.after.rbegin(); after != waits.after.rend(); ++after)
    put_varint(out, before - *after), before = *after;
}

/// Empty without an error.
std::string get_after(std::span<const std::byte>& raw, std::uint64_t number, Waits& waits) {
  std::uint64_t distance = 0, before = number;
  for (auto after = waits.after.rbegin(); after != waits.after.rend(); ++after) {
    if (!get_varint(raw, distance) || distance < 1) return "lacks the messages that it waits for";
    if (distance > before) return "waits for a message before the first";
    *after = static_cast<std::uint32_t>(before -= distance);
  }
  return "";
}

}  // namespace

ByteBuffer encode_messages(std::span<const SentMessage> messages) { return encode_columns(messages); }

Result<std::vector<SentMessage>> decode_messages(const RecordHead& head, std::span<const std::byte> raw) {
  auto messages = decode_columns(head, raw, false);
  if (messages && !raw.empty())
    return bad_message(messages->size() - 1, "is not the end of the block's bytes");
  return messages;
}

ByteBuffer encode_job(const TraceBlock& block, std::uint64_t first) {
  ByteBuffer out = encode_columns(block.messages);
  for (const Waits& w : block.waits) put_varint(out, static_cast<std::uint64_t>(w.computing.v));
  for (const Waits& w : block.waits) put_varint(out, w.after.size());
  for (const Waits& w : block.waits) put_after(out, w, first++);
  return out;
}

Result<TraceBlock> decode_job(const RecordHead& head, std::span<const std::byte> raw, std::uint64_t first) {
  auto messages = decode_columns(head, raw, true);
  if (!messages) return messages.problems();
  TraceBlock block{std::move(*messages), {}};
  const std::size_t count = block.messages.size();
  if (first + count > most_job_messages) return Problem{"", "the job has too many messages", ""};
  block.waits.resize(count);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!get_varint(raw, value) || value > static_cast<std::uint64_t>(latest_trace_time.v))
      return bad_message(i, "has no computing time");
    block.waits[i].computing.v = static_cast<std::int64_t>(value);
  }
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // Each takes at least a byte, so a few bytes cannot allocate much memory.
    if (!get_varint(raw, value) || value > most_waits || (all += value) > raw.size())
      return bad_message(i, "waits for more messages than it names");
    block.waits[i].after.resize(value);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (const std::string wrong = get_after(raw, first + i, block.waits[i]); !wrong.empty())
      return bad_message(i, wrong);
  if (!raw.empty()) return bad_message(count - 1, "is not the end of the block's bytes");
  return block;
}

}  // namespace ebb::inline traffic
