#include "reproduce/job_time.hpp"

#include "base/ensure.hpp"
#include "experiment/run/prepared_run.hpp"

namespace ebb::inline reproduce {

std::vector<std::string> until_the_job_ends(std::vector<std::string> settings) {
  for (const char* setting :
       {"run.warm_up=0s", "run.least_time=0s", "run.most_time=3600s", "run.batch=100us"})
    settings.emplace_back(setting);
  return settings;
}

Result<double> job_time_s(RunInput input) {
  auto prepared = prepare_run(std::move(input));
  if (!prepared) return prepared.problems();
  const auto result = run_or_problems(**prepared);
  if (!result) return result.problems();
  ENSURE(result->job && result->job->finished());
  return result->job->run_time.seconds();
}

}  // namespace ebb::inline reproduce
