#include "experiment/read/file_content.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

#include "base/digest.hpp"
#include "base/problem.hpp"

namespace ebb::inline experiment {
namespace {

/// Adds eight bytes per word, lowest first. The last word may be short.
void add_bytes(const std::vector<char>& bytes, std::size_t count, Digest& digest) {
  for (std::size_t at = 0; at < count; at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = at; i < at + 8 && i < count; ++i)
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i - at));
    digest.add(word);
  }
}

}  // namespace

Result<std::uint64_t> digest_of_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))  // a pipe or a device may never end
    return Problem{path, "is no regular file", "was it moved or removed just now?"};
  std::ifstream file(path, std::ios::binary);
  std::vector<char> piece(std::size_t{1} << 20);
  Digest digest;
  std::uint64_t size = 0;
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto count = static_cast<std::size_t>(file.gcount());
    add_bytes(piece, count, digest);
    size += count;
  }
  if (!file.eof()) return Problem{path, "cannot be read", "was it moved or removed just now?"};
  return digest.add(size).value();
}

}  // namespace ebb::inline experiment
