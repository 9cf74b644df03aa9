#include "report/run/job_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/rounded_time.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

namespace {

/// Six digits, because the run time of a job is its result: networks are compared by it.
std::string run_time_text(double ps) {
  if (ps >= 1e12) return fmt::format("{:.6g} s", ps / 1e12);
  if (ps >= 1e9) return fmt::format("{:.6g} ms", ps / 1e9);
  return fmt::format("{:.6g} us", ps / 1e6);
}

}  // namespace

std::string job_text(const PageJson& job) {
  if (const auto run_time = number_at(job, "run_time_ps"))
    return fmt::format("finished after {}: {} operations", run_time_text(*run_time),
                       whole_at(job, "operations"));
  const std::string progress = fmt::format("not finished: {} of {} operations done", whole_at(job, "done"),
                                           whole_at(job, "operations"));
  const auto expected = number_at(job, "expected_run_time_ps");
  if (!expected) return progress + "; raise [run] most_time";
  return fmt::format("{}; at that pace it takes about {}: raise [run] most_time", progress,
                     rounded_text({static_cast<std::int64_t>(*expected)}));
}

nlohmann::ordered_json job_json(const JobResult& job, Picoseconds simulated) {
  nlohmann::ordered_json json = {{"operations", job.operations},
                                 {"done", job.done},
                                 {"finished", job.finished()},
                                 {"run_time_ps", {}},
                                 {"expected_run_time_ps", {}}};
  if (job.finished())
    json["run_time_ps"] = job.run_time.v;
  else if (job.done > 0)
    json["expected_run_time_ps"] =
        static_cast<std::int64_t>(static_cast<double>(simulated.v) * static_cast<double>(job.operations) /
                                  static_cast<double>(job.done));
  return json;
}

}  // namespace ebb::inline report
