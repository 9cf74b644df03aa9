// Ranks as threads of one process, for tests: each has its own simulation, and they talk through memory.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "engine/exchange/exchange.hpp"
#include "engine/threads/barrier.hpp"

namespace ebb::inline engine {

class Village {
 public:
  explicit Village(std::size_t ranks) : barrier_(static_cast<std::uint32_t>(ranks)), posted_(ranks) {}

  /// Calls live(exchange) once per rank, all at the same time.
  void live(const std::function<void(Exchange&)>& live) {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < posted_.size(); ++rank)
      threads.emplace_back([this, rank, &live] {
        House house(*this, rank);
        live(house);
      });
  }

 private:
  class House final : public Exchange {
   public:
    House(Village& village, std::size_t rank) : village_(village), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t ranks() const override { return village_.posted_.size(); }
    void round(std::vector<ByteBuffer>& out, std::vector<ByteBuffer>& in) override {
      village_.posted_[rank_] = out;
      village_.barrier_.arrive(patience_);
      in.resize(ranks());
      for (std::size_t r = 0; r < ranks(); ++r) in[r] = village_.posted_[r][rank_];
      village_.barrier_.arrive(patience_);
    }

   private:
    Village& village_;
    std::size_t rank_;
    Barrier::Patience patience_;
  };

  Barrier barrier_;
  std::vector<std::vector<ByteBuffer>> posted_;  ///< [from][to]
};

}  // namespace ebb::inline engine
