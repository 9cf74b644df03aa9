// For tests: writes Chakra traces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline training {

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
inline std::string number_field(std::uint32_t field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}
inline std::string text_field(std::uint32_t field, std::string_view text) {
  return varint(field << 3 | 2) + varint(text.size()) + std::string(text);
}
inline std::string attribute(std::string_view name, std::uint64_t value) {
  return text_field(10, text_field(1, name) + number_field(9, value));
}

/// A node as the bytes of its message.
struct WrittenNode {
  std::uint64_t id = 0, type = 4, micros = 0;
  std::vector<std::uint64_t> after;
  std::string attributes;

  std::string text() const {
    std::string packed;
    for (const std::uint64_t earlier : after) packed += varint(earlier);
    std::string all = number_field(1, id) + text_field(2, "a node") + number_field(3, type);
    if (!packed.empty()) all += text_field(5, packed);
    if (micros > 0) all += number_field(7, micros);
    return all + attributes;
  }
};

inline std::string written(const std::vector<WrittenNode>& nodes) {
  const std::string about = text_field(1, "0.0.4");
  std::string all = varint(about.size()) + about;
  for (const WrittenNode& node : nodes) all += varint(node.text().size()) + node.text();
  return all;
}

inline WrittenNode computing(std::uint64_t id, std::uint64_t micros, std::vector<std::uint64_t> after = {},
                             bool on_host = false) {
  return {id, 4, micros, std::move(after), attribute("is_cpu_op", on_host)};
}
inline WrittenNode collective(std::uint64_t id, std::uint64_t type, std::uint64_t bytes,
                              std::vector<std::uint64_t> after = {}) {
  return {id, 7, 0, std::move(after), attribute("comm_type", type) + attribute("comm_size", bytes)};
}

}  // namespace ebb::inline training
