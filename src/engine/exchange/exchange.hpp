// How the processes (ranks) of one simulation communicate: in rounds, in which every rank sends bytes to
// every rank. The engine depends on nothing else outside its process.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.hpp"

namespace ebb::inline engine {

class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;
  /// One round: out[r] goes to rank r, and in[r] becomes what rank r sent here. This includes what a rank
  /// sends to itself. All ranks must take part in the same rounds.
  virtual void round(std::vector<ByteBuffer>& out, std::vector<ByteBuffer>& in) = 0;
};

/// The exchange of a single process.
class Alone final : public Exchange {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t ranks() const override { return 1; }
  void round(std::vector<ByteBuffer>& out, std::vector<ByteBuffer>& in) override { in = out; }
};

/// All-gather: every rank gets the bytes of every rank, indexed by rank.
inline std::vector<ByteBuffer> gather_all(Exchange& exchange, const ByteBuffer& mine) {
  std::vector<ByteBuffer> out(exchange.ranks(), mine), in;
  exchange.round(out, in);
  return in;
}

/// The same for a trivially copyable record.
template <class T>
std::vector<T> records_of_all(Exchange& exchange, const T& own) {
  ByteBuffer mine;
  ByteWriter(mine).put(own);
  std::vector<T> all;
  for (const ByteBuffer& bytes : gather_all(exchange, mine)) all.push_back(ByteReader(bytes).take<T>());
  return all;
}

}  // namespace ebb::inline engine
