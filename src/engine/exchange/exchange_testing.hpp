// Ranks as threads of one process, for tests: each has its own simulation, and they exchange bytes through
// memory.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "engine/exchange/exchange.hpp"
#include "engine/threads/barrier.hpp"

namespace ebb::inline engine {

class RanksInMemory {
 public:
  explicit RanksInMemory(std::size_t ranks) : barrier_(static_cast<std::uint32_t>(ranks)), posted_(ranks) {}

  /// Calls live(exchange) once per rank, all at the same time.
  void live(const std::function<void(Exchange&)>& live) {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < posted_.size(); ++rank)
      threads.emplace_back([this, rank, &live] {
        OneRank one_rank(*this, rank);
        live(one_rank);
      });
  }

 private:
  class OneRank final : public Exchange {
   public:
    OneRank(RanksInMemory& ranks, std::size_t rank) : ranks_(ranks), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t ranks() const override { return ranks_.posted_.size(); }
    void round(std::vector<ByteBuffer>& out, std::vector<ByteBuffer>& in) override {
      ranks_.posted_[rank_] = out;
      ranks_.barrier_.arrive(patience_);
      in.resize(ranks());
      for (std::size_t r = 0; r < ranks(); ++r) in[r] = ranks_.posted_[r][rank_];
      ranks_.barrier_.arrive(patience_);
    }

   private:
    RanksInMemory& ranks_;
    std::size_t rank_;
    Barrier::Patience patience_;
  };

  Barrier barrier_;
  std::vector<std::vector<ByteBuffer>> posted_;  ///< [from][to]
};

}  // namespace ebb::inline engine
