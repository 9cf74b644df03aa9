// Runs several simulations of a reproduction in parallel.
#pragma once

#include <fmt/core.h>

#include <atomic>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "reproduce/reproduce.hpp"
#include "study/compare/side_by_side.hpp"

namespace ebb::inline reproduce {

/// Calls work(i) for all i, as many at a time as there are cores, and returns the results in order.
template <class T, class Work>
Result<std::vector<T>> all_of(std::size_t count, const Effort& effort, const char* what, const Work& work) {
  std::vector<std::optional<Result<T>>> results(count);
  std::atomic<std::size_t> done{0};
  side_by_side(count, cores_of_machine(), [&](std::size_t i) {
    results[i] = work(i);
    const std::size_t so_far = ++done;
    if (!effort.quiet) fmt::print(stderr, "{} of {} {}\n", so_far, count, what);
  });
  std::vector<T> all;
  for (auto& result : results) {
    if (!*result) return result->problems();
    all.push_back(std::move(**result));
  }
  return all;
}

}  // namespace ebb::inline reproduce
