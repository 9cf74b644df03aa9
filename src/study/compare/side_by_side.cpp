#include "study/compare/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace ebb::inline study {

std::size_t cores_of_machine() { return std::max(1u, std::thread::hardware_concurrency()); }

void side_by_side(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(jobs, count); ++i) others.emplace_back(take);
  take();
}

}  // namespace ebb::inline study
