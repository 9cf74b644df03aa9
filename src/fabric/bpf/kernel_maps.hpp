// The maps of a program in the kernel, by bpf(2): found by the program's number, read and written by key.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/problem.hpp"
#include "base/result.hpp"

namespace ebb::inline fabric {

/// Owns a file of the kernel.
class KernelFile {
 public:
  explicit KernelFile(int number = -1) : number_(number) {}
  KernelFile(KernelFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  KernelFile& operator=(KernelFile&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~KernelFile();
  int number() const { return number_; }

 private:
  int number_;
};

/// Keeps the maps alive as long as it lives, also when the program is gone. Keys and values must have the
/// sizes that the program declares; otherwise the kernel would write past them.
class KernelMaps {
 public:
  /// Numbers of programs are the same in all network namespaces.
  static Result<KernelMaps> of_program(std::uint32_t program);

  template <class Key, class Value>
  Problems write(const std::string& map, const Key& key, const Value& value) const {
    return write_bytes(map, &key, sizeof key, &value, sizeof value);
  }
  /// Without effect where the key is missing.
  template <class Key>
  Problems erase(const std::string& map, const Key& key) const {
    return erase_bytes(map, &key, sizeof key);
  }
  template <class Value, class Key>
  Result<Value> read(const std::string& map, const Key& key) const {
    Value value{};
    Problems problems = read_bytes(map, &key, sizeof key, &value, sizeof value);
    if (!problems.empty()) return problems;
    return value;
  }

 private:
  struct Map {
    KernelFile file;
    std::uint32_t key_size = 0, value_size = 0;
  };
  /// A value_size of 0 is any.
  const Map* find(const std::string& map, std::size_t key_size, std::size_t value_size) const;
  Problems erase_bytes(const std::string& map, const void* key, std::size_t key_size) const;
  Problems write_bytes(const std::string& map, const void* key, std::size_t key_size, const void* value,
                       std::size_t value_size) const;
  Problems read_bytes(const std::string& map, const void* key, std::size_t key_size, void* value,
                      std::size_t value_size) const;

  std::map<std::string, Map> maps_;
};

}  // namespace ebb::inline fabric
