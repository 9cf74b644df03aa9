#include "traffic/trace_format.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/digest.hpp"
#include "base/ensure.hpp"
#include "base/varint.hpp"

namespace ebb::inline traffic {
namespace {

constexpr char magic[] = {'e', 'b', 'b', 't', 'r', 'a', 'c', 'e'};
constexpr int compression_level = 3;

/// Whole numbers of N bytes, the lowest byte first, one after the other.
struct Writer {
  std::byte* at;
  template <class T>
  Writer& put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      *at++ = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
    return *this;
  }
};
struct Reader {
  const std::byte* at;
  template <class T>
  T get() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(*at++) << (8 * i);
    return static_cast<T>(value);
  }
};

void add_bytes(Digest& digest, std::span<const std::byte> bytes) {
  digest.add(bytes.size());
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) digest.add(Reader{bytes.data()}.get<std::uint64_t>());
  std::array<std::byte, 8> rest{};
  std::copy(bytes.begin(), bytes.end(), rest.begin());
  digest.add(Reader{rest.data()}.get<std::uint64_t>());
}

Problem bad_message(std::size_t i, const std::string& what) {
  return {"", fmt::format("message {} of the block {}", i, what),
          "the program that wrote the trace has an error"};
}

}  // namespace

std::array<std::byte, trace_head_size> trace_head() {
  std::array<std::byte, trace_head_size> bytes{};
  std::memcpy(bytes.data(), magic, sizeof magic);
  Writer{bytes.data() + sizeof magic}.put(trace_version).put(std::uint32_t{0});
  return bytes;
}

std::string check_trace_head(std::span<const std::byte, trace_head_size> bytes) {
  if (std::memcmp(bytes.data(), magic, sizeof magic) != 0) return "is no trace of ebb's";
  Reader in{bytes.data() + sizeof magic};
  if (const auto version = in.get<std::uint32_t>(); version != trace_version)
    return fmt::format("is a trace of version {}, and this ebb reads version {}", version, trace_version);
  return in.get<std::uint32_t>() == 0 ? "" : "has a damaged head";
}

std::array<std::byte, record_head_size> encode(const RecordHead& h) {
  std::array<std::byte, record_head_size> bytes;
  Writer{bytes.data()}
      .put(static_cast<std::uint32_t>(h.kind))
      .put(h.stored_bytes)
      .put(h.raw_bytes)
      .put(h.messages)
      .put(h.first.v)
      .put(h.last.v)
      .put(h.before)
      .put(h.checksum);
  return bytes;
}

RecordHead decode_head(std::span<const std::byte, record_head_size> bytes) {
  Reader in{bytes.data()};
  RecordHead h;
  h.kind = static_cast<RecordKind>(in.get<std::uint32_t>());
  h.stored_bytes = in.get<std::uint32_t>();
  h.raw_bytes = in.get<std::uint32_t>();
  h.messages = in.get<std::uint32_t>();
  h.first.v = in.get<std::int64_t>();
  h.last.v = in.get<std::int64_t>();
  h.before = in.get<std::uint64_t>();
  h.checksum = in.get<std::uint64_t>();
  return h;
}

std::uint64_t record_checksum(const RecordHead& head, std::span<const std::byte> stored) {
  const auto bytes = encode(head);
  Digest digest;
  add_bytes(digest, std::span(bytes).first<record_head_size - sizeof head.checksum>());
  add_bytes(digest, stored);
  return digest.value();
}

std::array<std::byte, totals_size> encode(const TraceTotals& t) {
  std::array<std::byte, totals_size> bytes;
  Writer{bytes.data()}.put(t.messages).put(t.payload_bytes).put(t.blocks).put(t.hosts).put(t.length.v);
  return bytes;
}

TraceTotals decode_totals(std::span<const std::byte, totals_size> bytes) {
  Reader in{bytes.data()};
  TraceTotals t;
  t.messages = in.get<std::uint64_t>();
  t.payload_bytes = in.get<std::uint64_t>();
  t.blocks = in.get<std::uint64_t>();
  t.hosts = in.get<std::uint32_t>();
  t.length.v = in.get<std::int64_t>();
  return t;
}

ByteString encode_messages(std::span<const SentMessage> messages) {
  ByteString out;
  Picoseconds before = messages.empty() ? Picoseconds{} : messages[0].at;
  for (const SentMessage& m : messages)
    put_varint(out, static_cast<std::uint64_t>((m.at - before).v)), before = m.at;
  for (const SentMessage& m : messages) put_varint(out, m.source);
  for (const SentMessage& m : messages) put_varint(out, m.destination);
  for (const SentMessage& m : messages) put_varint(out, static_cast<std::uint64_t>(m.size.v));
  return out;
}

Result<std::vector<SentMessage>> decode_messages(const RecordHead& head, std::span<const std::byte> raw) {
  if (head.messages == 0 || head.messages > most_block_messages || head.first.v < 0 ||
      head.last < head.first || head.last > latest_trace_time)
    return Problem{"", "its head makes no sense", ""};
  std::vector<SentMessage> messages(head.messages);
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

ByteString compressed(std::span<const std::byte> raw) {
  ByteString out(ZSTD_compressBound(raw.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), compression_level);
  ENSURE(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

bool decompress(std::span<const std::byte> stored, std::span<std::byte> raw) {
  const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
  return !ZSTD_isError(size) && size == raw.size();
}

}  // namespace ebb::inline traffic
