#include "report/run/job_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "report/page/json_reader.hpp"

namespace ebb::inline report {

std::string job_text(const PageJson& job) {
  if (const auto run_time = number_at(job, "run_time_ps"))
    return fmt::format("finished after {:.3f} us: {} operations", *run_time / 1e6,
                       whole_at(job, "operations"));
  return fmt::format("not finished: {} of {} operations done; raise [run] most_time", whole_at(job, "done"),
                     whole_at(job, "operations"));
}

nlohmann::ordered_json job_json(const JobResult& job) {
  return {
      {"operations", job.operations},
      {"done", job.done},
      {"finished", job.finished()},
      {"run_time_ps", job.finished() ? nlohmann::ordered_json(job.run_time.v) : nlohmann::ordered_json()}};
}

}  // namespace ebb::inline report
