// Files of records, such as traces: a head with the kind of the file, then records, of which the last one
// marks the end. Each record has a checksum over all its bytes, and contains the checksum of the record
// before, so that every change, loss or exchange is detected. Numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/units.hpp"

namespace ebb::inline base {

inline constexpr std::size_t file_head_size = 16, record_head_size = 48;

struct FileKind {
  std::string_view magic;  ///< eight letters, the first bytes of the file
  std::uint32_t version = 1;
  std::string_view name;  ///< in messages: "trace"
};

std::array<std::byte, file_head_size> file_head(const FileKind& kind);
/// Returns what is wrong with the first bytes of a file, empty for one of this kind and version.
std::string check_file_head(const FileKind& kind, std::span<const std::byte, file_head_size> bytes);

enum class RecordKind : std::uint32_t { block = 1, end = 2, about = 3 };

struct RecordHead {
  RecordKind kind = RecordKind::block;
  std::uint32_t stored_bytes = 0;  ///< after the head
  std::uint32_t raw_bytes = 0;     ///< uncompressed size of the compressed part
  std::uint32_t items = 0;         ///< of a block
  Picoseconds first{}, last{};     ///< time of the first and the last item of a block
  std::uint64_t before = 0;        ///< checksum of the record before; 0 for the first one
  std::uint64_t checksum = 0;      ///< of the head up to here and of what follows it
};

std::array<std::byte, record_head_size> encode(const RecordHead& head);
RecordHead decode_head(std::span<const std::byte, record_head_size> bytes);
std::uint64_t record_checksum(const RecordHead& head, std::span<const std::byte> stored);

ByteBuffer compressed(std::span<const std::byte> raw);
/// False unless the result is exactly as long as `raw`.
bool decompress(std::span<const std::byte> stored, std::span<std::byte> raw);

}  // namespace ebb::inline base
