#include "tasks/run/run_place.hpp"

#include "experiment/fit/run_fit.hpp"
#include "ranks/mpi_exchange.hpp"

namespace ebb::inline tasks {

Result<RunPlace> join_run() {
  auto exchange = join_ranks();
  if (!exchange) return exchange.problems();
  return RunPlace{std::move(*exchange),
                  memory_of_machine() / static_cast<std::uint64_t>(ranks_on_this_machine())};
}

}  // namespace ebb::inline tasks
