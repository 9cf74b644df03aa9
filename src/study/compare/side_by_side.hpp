// Runs independent tasks, several at a time.
#pragma once

#include <cstddef>
#include <functional>

namespace ebb::inline study {

/// At least one.
std::size_t cores_of_machine();

/// Calls work(0) to work(count - 1), each once, at most `jobs` at a time, and returns when all are done.
void side_by_side(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work);

}  // namespace ebb::inline study
