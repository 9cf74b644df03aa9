// The bytes of a fuzz target as a file, for readers that want a path. It is the same file each time, and goes
// with the process.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

inline std::string input_file(const std::uint8_t* data, std::size_t size, const std::string& ending) {
  static const std::filesystem::path folder = [] {
    std::string name = (std::filesystem::temp_directory_path() / "ebb_fuzz_XXXXXX").string();
    return std::filesystem::path(::mkdtemp(name.data()));
  }();
  static const int at_end = std::atexit([] {
    std::error_code error;
    std::filesystem::remove_all(folder, error);
  });
  (void)at_end;
  const std::string path = (folder / ("input" + ending)).string();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  return path;
}
