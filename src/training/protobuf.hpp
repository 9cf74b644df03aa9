// Protocol buffers as bytes: the fields of a message, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ebb::inline training {

struct ProtobufField {
  std::uint32_t number = 0;
  std::uint64_t value = 0;      ///< of a number
  std::string_view bytes = {};  ///< of a text or a message
  bool is_number = true;
};

class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t offset() const { return at_; }
  /// Each is empty where the bytes end too early, or are no protocol buffer.
  std::optional<std::uint64_t> varint();
  std::optional<std::string_view> text();  ///< after its length
  std::optional<ProtobufField> field();

 private:
  std::optional<std::string_view> take(std::uint64_t count);
  std::optional<std::uint64_t> little_endian(std::size_t count);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace ebb::inline training
