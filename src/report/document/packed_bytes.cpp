#include "report/document/packed_bytes.hpp"

#include <zlib.h>

#include <array>

#include "base/ensure.hpp"

namespace ebb::inline report {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int gzip_window = 15 + 16;  ///< zlib's setting for gzip's header

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t three = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0u) |
                                (left > 2 ? bytes[i + 2] : 0u);
    for (std::size_t at = 0; at < 4; ++at) text += at <= left ? letters[three >> (18 - 6 * at) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  std::array<int, 256> value{};
  value.fill(-1);
  for (std::size_t i = 0; i < letters.size(); ++i)
    value[static_cast<std::uint8_t>(letters[i])] = static_cast<int>(i);
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int six = value[static_cast<std::uint8_t>(c)];
    if (six < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(six);
    if ((count += 6) >= 8) bytes.push_back(static_cast<std::uint8_t>(bits >> (count -= 8)));
  }
  return bytes;
}

std::vector<std::uint8_t> gzipped(std::span<const std::uint8_t> bytes) {
  z_stream stream{};
  ENSURE(deflateInit2(&stream, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::vector<std::uint8_t> out(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef*>(bytes.data());  // zlib only reads it
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data(), stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  ENSURE(done == Z_STREAM_END);
  return out;
}

}  // namespace

std::string packed(std::span<const std::uint8_t> bytes) { return base64(gzipped(bytes)); }

std::string packed(std::span<const std::int32_t> numbers) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(numbers.size() * 4);
  for (const std::int32_t number : numbers)
    for (int shift = 0; shift < 32; shift += 8)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> shift));
  return packed(std::span<const std::uint8_t>(bytes));
}

std::optional<std::vector<std::uint8_t>> unpacked_bytes(std::string_view text, std::size_t count) {
  auto bytes = from_base64(text);
  if (!bytes) return std::nullopt;
  // A text that claims to be huge must not allocate memory before it proves it: gzip compresses a
  // thousandfold at most.
  if (count / 1100 > bytes->size()) return std::nullopt;
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window) != Z_OK) return std::nullopt;
  std::vector<std::uint8_t> out(count + 1);
  stream.next_in = bytes->data(), stream.avail_in = static_cast<uInt>(bytes->size());
  stream.next_out = out.data(), stream.avail_out = static_cast<uInt>(out.size());
  const int done = inflate(&stream, Z_FINISH);
  const std::size_t size = stream.total_out;
  inflateEnd(&stream);
  if (done != Z_STREAM_END || size != count) return std::nullopt;
  out.resize(count);
  return out;
}

std::optional<std::vector<std::int32_t>> unpacked_numbers(std::string_view text, std::size_t count) {
  const auto bytes = unpacked_bytes(text, count * 4);
  if (!bytes) return std::nullopt;
  std::vector<std::int32_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 4; ++k) bits |= static_cast<std::uint32_t>((*bytes)[4 * i + k]) << 8 * k;
    numbers[i] = static_cast<std::int32_t>(bits);
  }
  return numbers;
}

}  // namespace ebb::inline report
