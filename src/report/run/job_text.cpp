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

/// How much longer the job takes than on a network without any delay, and how long its ranks compute.
std::string cost_of_network(const PageJson& job) {
  const auto exposed = number_at(job, "exposed_communication_ps");
  if (!exposed) return "";
  const auto percent = [&](const char* key) { return number_at(job, key).value_or(0); };
  return fmt::format("\nexposed communication {} ({:.1f} %); ranks compute for {:.1f} % of the time",
                     run_time_text(*exposed), percent("exposed_percent"), percent("computing_percent"));
}

}  // namespace

std::string job_text(const PageJson& job) {
  if (const auto run_time = number_at(job, "run_time_ps")) {
    std::string text = fmt::format("finished after {}: {} operations", run_time_text(*run_time),
                                   whole_at(job, "operations"));
    if (const auto step = number_at(job, "step_time_ps"))
      text += fmt::format("; {} steps of {}", whole_at(job, "steps"), run_time_text(*step));
    return text + cost_of_network(job);
  }
  const std::string progress = fmt::format("not finished: {} of {} operations done", whole_at(job, "done"),
                                           whole_at(job, "operations"));
  const auto expected = number_at(job, "expected_run_time_ps");
  if (!expected) return progress + "; raise [run] most_time";
  return fmt::format("{}; at that pace it takes about {}: raise [run] most_time", progress,
                     rounded_text({static_cast<std::int64_t>(*expected)}));
}

namespace {

void add_times(const JobResult& job, nlohmann::ordered_json& json) {
  const auto time = static_cast<double>(job.run_time.v);
  json["run_time_ps"] = job.run_time.v;
  if (job.steps > 0) json["steps"] = job.steps, json["step_time_ps"] = time / static_cast<double>(job.steps);
  // Without any computing, everything is communication, and the share says nothing.
  if (job.without_network.v <= 1 || time <= 0) return;
  json["without_network_ps"] = job.without_network.v;
  json["exposed_communication_ps"] = job.exposed().v;
  json["exposed_percent"] = static_cast<double>(job.exposed().v) / time * 100;
  json["computing_percent"] = job.computing_share() * 100;
}

}  // namespace

nlohmann::ordered_json job_json(const JobResult& job, Picoseconds simulated) {
  nlohmann::ordered_json json = {{"operations", job.operations},
                                 {"done", job.done},
                                 {"finished", job.finished()},
                                 {"run_time_ps", {}},
                                 {"expected_run_time_ps", {}},
                                 {"steps", {}},
                                 {"step_time_ps", {}},
                                 {"without_network_ps", {}},
                                 {"exposed_communication_ps", {}},
                                 {"exposed_percent", {}},
                                 {"computing_percent", {}}};
  if (job.finished())
    add_times(job, json);
  else if (job.done > 0)
    json["expected_run_time_ps"] =
        static_cast<std::int64_t>(static_cast<double>(simulated.v) * static_cast<double>(job.operations) /
                                  static_cast<double>(job.done));
  return json;
}

}  // namespace ebb::inline report
