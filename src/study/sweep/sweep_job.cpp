#include "study/sweep/sweep_job.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "config/node.hpp"
#include "experiment/read/sweep_settings.hpp"
#include "experiment/run/program.hpp"
#include "results/cell.hpp"
#include "results/run_result.hpp"
#include "store/claims.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline study {
namespace {

std::string search_id(const SweepPoint& point, const SaturationSettings& settings) {
  Node text;
  text.kind = Node::Kind::text;
  text.text = fmt::format("saturation of {} from {} to {} within {}", point.id, settings.from, settings.to,
                          settings.precision);
  Node node;
  node.entries.push_back({"search", text});
  return point_id(node, {});
}

}  // namespace

std::size_t SweepJob::runs_done() const {
  return search ? tried.size() : static_cast<std::size_t>(state == State::finished);
}

std::size_t SweepJob::runs_left() const {
  if (is_over()) return 0;
  return search ? search->runs_left() : 1;
}

std::vector<SweepJob> jobs_of(SweepPlan plan, const SweepConfig& config) {
  std::vector<SweepJob> jobs;
  const auto add = [&](SweepPoint& point, bool is_search) {
    SweepJob& job = jobs.emplace_back();
    job.id = is_search ? search_id(point, *config.saturation) : point.id;
    if (is_search) job.search = std::make_unique<SaturationSearch>(*config.saturation);
    job.run_cost = point.cost;
    job.point = std::move(point);
  };
  for (SweepPoint& point : plan.points) add(point, false);
  for (SweepPoint& point : plan.searches) add(point, true);
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const SweepJob& a, const SweepJob& b) { return a.cost_left() > b.cost_left(); });
  return jobs;
}

Result<std::optional<SweepPoint>> next_run(SweepJob& job, const std::string& path, const KnownRuns& known) {
  while (const auto load = job.search->next()) {
    auto point = with_load(path, job.point, *load, job.longer);
    if (!point) return point.problems();
    job.run_cost = point->cost;
    const KnownRun* run = known.find(*point);
    if (!run) return std::optional(std::move(*point));
    job.tried.push_back({point->id, point->parameters});
    const Steadiness shown = run->shows();
    if (shown == Steadiness::undecided && job.longer < longest) {
      job.longer *= longer_each;
      continue;
    }
    job.longer = 1;
    job.search->tell(shown);
    if (shown == Steadiness::saturated) job.saturated = *run;
  }
  return std::optional<SweepPoint>();
}

StoredRun search_record(const SweepJob& job, const std::string& path) {
  const SaturationSearch& search = *job.search;
  StoredRun record;
  record.id = job.id, record.kind = "saturation", record.file = path, record.config = job.point.config;
  record.version = program_version(), record.seed = job.point.seed;
  record.finished_utc = utc_now(), record.machine = machine_name();
  record.parameters = job.point.parameters;
  record.verdict = search.undecided()   ? name_of(Verdict::undecided)
                   : !search.steady()   ? "below"
                   : search.saturated() ? "found"
                                        : "above";
  if (search.undecided())
    record.why = fmt::format("runs at load {} show neither, even {} times as long: run longer: run.most_time",
                             *search.undecided(), longest);
  const auto cell = [](std::optional<double> load) { return load ? Cell(*load) : Cell(); };
  record.figures = {{"saturation.steady_load", cell(search.steady())},
                    {"saturation.saturated_load", cell(search.saturated())},
                    {"saturation.verdict", job.saturated ? Cell(job.saturated->verdict) : Cell()},
                    {"saturation.accepted_share", job.saturated ? Cell(job.saturated->accepted) : Cell()},
                    {"saturation.runs", static_cast<std::int64_t>(job.tried.size())}};
  Digest digest;
  for (const LabelledRun& run : job.tried) digest.add(run.id);
  record.digest = fmt::format("{:016x}", digest.value());
  return record;
}

}  // namespace ebb::inline study
