#include "training/protobuf.hpp"

namespace ebb::inline training {

std::optional<std::uint64_t> ProtobufReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !at_end(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<std::string_view> ProtobufReader::take(std::uint64_t count) {
  if (count > bytes_.size() - at_) return std::nullopt;
  const std::string_view part = bytes_.substr(at_, count);
  at_ += part.size();
  return part;
}

std::optional<std::string_view> ProtobufReader::text() {
  const auto length = varint();
  return length ? take(*length) : std::nullopt;
}

std::optional<std::uint64_t> ProtobufReader::little_endian(std::size_t count) {
  const auto part = take(count);
  if (!part) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>((*part)[i]);
  return value;
}

std::optional<ProtobufField> ProtobufReader::field() {
  const auto key = varint();
  if (!key || *key >> 3 == 0 || *key >> 3 > 0x1fffffff) return std::nullopt;
  ProtobufField field{.number = static_cast<std::uint32_t>(*key >> 3)};
  const auto numeric = [&](std::optional<std::uint64_t> value) -> std::optional<ProtobufField> {
    if (!value) return std::nullopt;
    field.value = *value;
    return field;
  };
  switch (*key & 7) {
    case 0:
      return numeric(varint());
    case 1:
      return numeric(little_endian(8));
    case 5:
      return numeric(little_endian(4));
    case 2:
      if (const auto bytes = text()) {
        field.bytes = *bytes, field.is_number = false;
        return field;
      }
  }
  return std::nullopt;
}

}  // namespace ebb::inline training
