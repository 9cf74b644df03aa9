// The trace format, docs/traces.md: a head, then records, of which the last one is the end. Each record has a
// checksum over all its bytes, and names the checksum of the record before, so that nothing can be changed,
// lost or exchanged without being noticed. Numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "traffic/sent_message.hpp"

namespace ebb::inline traffic {

using ByteString = std::vector<std::byte>;

inline constexpr std::uint32_t trace_version = 1;
inline constexpr std::size_t trace_head_size = 16, record_head_size = 48;

/// A block is closed after this many messages as soon as the time changes, and after `most` in any case.
inline constexpr std::uint32_t usual_block_messages = 65'536, most_block_messages = 1u << 20;
/// Four varints of at most 10 bytes per message.
inline constexpr std::uint32_t most_raw_bytes = most_block_messages * 40;

/// Later than any run lasts.
inline constexpr Picoseconds latest_trace_time{std::int64_t{1} << 60};
/// As for all messages: larger ones are slips of the pen.
inline constexpr Bytes largest_trace_message{1'000'000'000'000};

enum class RecordKind : std::uint32_t { block = 1, end = 2 };

struct RecordHead {
  RecordKind kind = RecordKind::block;
  std::uint32_t stored_bytes = 0;  ///< that follow the head
  std::uint32_t raw_bytes = 0;     ///< of a block when uncompressed
  std::uint32_t messages = 0;      ///< of a block
  Picoseconds first{}, last{};     ///< time of the first and the last message of a block
  std::uint64_t before = 0;        ///< checksum of the record before; of the first one, 0
  std::uint64_t checksum = 0;      ///< of the head up to here and of what follows it
};

/// What the whole trace holds: its end record.
struct TraceTotals {
  std::uint64_t messages = 0, payload_bytes = 0, blocks = 0;
  std::uint32_t hosts = 0;
  Picoseconds length{};  ///< nothing happens at or after this time
  bool operator==(const TraceTotals&) const = default;
};
inline constexpr std::size_t totals_size = 36;

std::array<std::byte, trace_head_size> trace_head();
/// What is wrong with the first bytes of a file; empty for a trace of this version.
std::string check_trace_head(std::span<const std::byte, trace_head_size> bytes);

std::array<std::byte, record_head_size> encode(const RecordHead& head);
RecordHead decode_head(std::span<const std::byte, record_head_size> bytes);
std::uint64_t record_checksum(const RecordHead& head, std::span<const std::byte> stored);

std::array<std::byte, totals_size> encode(const TraceTotals& totals);
TraceTotals decode_totals(std::span<const std::byte, totals_size> bytes);

/// The messages of a block, in the order of time, uncompressed.
ByteString encode_messages(std::span<const SentMessage> messages);
/// The opposite: every byte must mean something, times lie between those of the head. The problem has no
/// place.
Result<std::vector<SentMessage>> decode_messages(const RecordHead& head, std::span<const std::byte> raw);

ByteString compressed(std::span<const std::byte> raw);
/// False unless it gives exactly as many bytes as `raw` has room for.
bool decompress(std::span<const std::byte> stored, std::span<std::byte> raw);

}  // namespace ebb::inline traffic
