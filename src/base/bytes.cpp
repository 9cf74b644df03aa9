#include "base/bytes.hpp"

namespace ebb::inline base {

void ByteWriter::append(const void* bytes, std::size_t count) {
  if (count == 0) return;
  const std::size_t begin = out_.size();
  out_.resize(begin + count);
  std::memcpy(out_.data() + begin, bytes, count);
}

}  // namespace ebb::inline base
