#include "report/job_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace ebb::inline report {

std::string job_text(const JobResult& job) {
  if (job.finished())
    return fmt::format("finished after {:.3f} us: {} operations", static_cast<double>(job.run_time.v) / 1e6,
                       job.operations);
  return fmt::format("not finished: {} of {} operations done; raise [run] most_time", job.done,
                     job.operations);
}

nlohmann::ordered_json job_json(const JobResult& job) {
  return {
      {"operations", job.operations},
      {"done", job.done},
      {"finished", job.finished()},
      {"run_time_ps", job.finished() ? nlohmann::ordered_json(job.run_time.v) : nlohmann::ordered_json()}};
}

}  // namespace ebb::inline report
