// Plain records as bytes and back, for another process of the same program on the same kind of machine.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/ensure.hpp"

namespace ebb::inline base {

using ByteBuffer = std::vector<std::byte>;

class ByteWriter {
 public:
  explicit ByteWriter(ByteBuffer& out) : out_(out) {}

  template <class T>
  void put(const T& record) {
    put_all(std::span<const T>(&record, 1));
  }
  /// Writes the records only, not their number.
  template <class T>
  void put_all(std::span<const T> records) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(records.data(), records.size_bytes());
  }
  template <class T>
  void put_list(const std::vector<T>& records) {
    put(records.size());
    put_all(std::span<const T>(records));
  }
  void put_text(const std::string& text) {
    put(text.size());
    put_all(std::span<const char>(text));
  }

 private:
  void append(const void* bytes, std::size_t count);
  ByteBuffer& out_;
};

class ByteReader {
 public:
  explicit ByteReader(const ByteBuffer& in) : in_(in) {}

  template <class T>
  T take() {
    T record;
    take_all(&record, 1);
    return record;
  }
  template <class T>
  void take_all(T* records, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t bytes = count * sizeof(T);
    ENSURE(bytes <= in_.size());
    if (bytes) std::memcpy(static_cast<void*>(records), in_.data(), bytes);
    in_ = in_.subspan(bytes);
  }
  template <class T>
  std::vector<T> take_list() {
    std::vector<T> records(take<std::size_t>());
    take_all(records.data(), records.size());
    return records;
  }
  std::string take_text() {
    std::string text(take<std::size_t>(), '\0');
    take_all(text.data(), text.size());
    return text;
  }
  bool empty() const { return in_.empty(); }

 private:
  std::span<const std::byte> in_;
};

}  // namespace ebb::inline base
