#include "base/record_file.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/digest.hpp"
#include "base/little_endian.hpp"

namespace ebb::inline base {
namespace {

constexpr int compression_level = 3;
constexpr std::size_t magic_size = 8;

void add_bytes(Digest& digest, std::span<const std::byte> bytes) {
  const auto word = [](const std::byte* at) { return LittleEndianReader{at}.get<std::uint64_t>(); };
  digest.add(bytes.size());
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) digest.add(word(bytes.data()));
  std::array<std::byte, 8> rest{};
  std::copy(bytes.begin(), bytes.end(), rest.begin());
  digest.add(word(rest.data()));
}

}  // namespace

std::array<std::byte, file_head_size> file_head(const FileKind& kind) {
  ENSURE(kind.magic.size() == magic_size);
  std::array<std::byte, file_head_size> bytes{};
  std::memcpy(bytes.data(), kind.magic.data(), magic_size);
  LittleEndianWriter{bytes.data() + magic_size}.put(kind.version).put(std::uint32_t{0});
  return bytes;
}

std::string check_file_head(const FileKind& kind, std::span<const std::byte, file_head_size> bytes) {
  if (std::memcmp(bytes.data(), kind.magic.data(), magic_size) != 0)
    return fmt::format("is not a {} of ebb", kind.name);
  LittleEndianReader in{bytes.data() + magic_size};
  if (const auto version = in.get<std::uint32_t>(); version != kind.version)
    return fmt::format("is a {} of version {}, and this ebb reads version {}", kind.name, version,
                       kind.version);
  return in.get<std::uint32_t>() == 0 ? "" : "has a damaged head";
}

std::array<std::byte, record_head_size> encode(const RecordHead& h) {
  std::array<std::byte, record_head_size> bytes;
  LittleEndianWriter{bytes.data()}
      .put(static_cast<std::uint32_t>(h.kind))
      .put(h.stored_bytes)
      .put(h.raw_bytes)
      .put(h.items)
      .put(h.first.v)
      .put(h.last.v)
      .put(h.before)
      .put(h.checksum);
  return bytes;
}

RecordHead decode_head(std::span<const std::byte, record_head_size> bytes) {
  LittleEndianReader in{bytes.data()};
  RecordHead h;
  h.kind = static_cast<RecordKind>(in.get<std::uint32_t>());
  h.stored_bytes = in.get<std::uint32_t>();
  h.raw_bytes = in.get<std::uint32_t>();
  h.items = in.get<std::uint32_t>();
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

ByteBuffer compressed(std::span<const std::byte> raw) {
  ByteBuffer out(ZSTD_compressBound(raw.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), compression_level);
  ENSURE(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

bool decompress(std::span<const std::byte> stored, std::span<std::byte> raw) {
  const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
  return !ZSTD_isError(size) && size == raw.size();
}

}  // namespace ebb::inline base
