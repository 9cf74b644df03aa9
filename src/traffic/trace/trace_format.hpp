// The trace format, docs/reference/trace-format.md: a record file (base/record_file.hpp) whose blocks hold
// messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/record_file.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "traffic/sent_message.hpp"

namespace ebb::inline traffic {

inline constexpr FileKind trace_kind{"ebbtrace", 1, "trace"};
/// The trace of a job, whose messages have dependencies.
inline constexpr FileKind job_kind{"ebbtrace", 2, "trace"};
/// The same with a note behind the totals in its end record.
inline constexpr FileKind noted_job_kind{"ebbtrace", 3, "trace"};

/// A block ends after this many messages as soon as the time changes, and after `most` in any case.
inline constexpr std::uint32_t usual_block_messages = 65'536, most_block_messages = 1u << 20;
/// A job's block ends after the usual number of messages at any time, and after so many dependencies; a
/// message has so many at most.
inline constexpr std::uint32_t usual_block_waits = 1u << 18, most_waits = 65'535;
/// Messages of a job are numbered in 32 bits.
inline constexpr std::uint64_t most_job_messages = 0xffff'ffffu;
/// Four varints of at most 10 bytes per message.
inline constexpr std::uint32_t most_raw_bytes = most_block_messages * 40;

/// Later than any run lasts.
inline constexpr Picoseconds latest_trace_time{std::int64_t{1} << 60};
/// As for all messages: larger ones are typing errors.
inline constexpr Bytes largest_trace_message{1'000'000'000'000};

/// The totals of the whole trace: its end record.
struct TraceTotals {
  std::uint64_t messages = 0, payload_bytes = 0, blocks = 0;
  std::uint32_t hosts = 0;
  Picoseconds length{};  ///< nothing happens at or after this time
  bool operator==(const TraceTotals&) const = default;
};
inline constexpr std::size_t totals_size = 36, most_note_bytes = 65'536;

std::array<std::byte, totals_size> encode(const TraceTotals& totals);
TraceTotals decode_totals(std::span<const std::byte, totals_size> bytes);

/// The messages of a block, in the order of time, uncompressed.
ByteBuffer encode_messages(std::span<const SentMessage> messages);
/// The inverse: every byte must be valid, and times between those of the head. The problem has no position.
Result<std::vector<SentMessage>> decode_messages(const RecordHead& head, std::span<const std::byte> raw);

struct TraceBlock {
  std::vector<SentMessage> messages;
  std::vector<Waits> waits;  ///< of each message of a job; empty for any other trace
};
/// The same for a job, whose block begins with the message of this number. Only its numbers are checked:
/// valid dependencies depend on earlier blocks.
ByteBuffer encode_job(const TraceBlock& block, std::uint64_t first);
Result<TraceBlock> decode_job(const RecordHead& head, std::span<const std::byte> raw, std::uint64_t first);

}  // namespace ebb::inline traffic
