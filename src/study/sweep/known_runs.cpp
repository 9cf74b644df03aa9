#include "study/sweep/known_runs.hpp"

#include "base/fields.hpp"
#include "config/toml_file.hpp"
#include "experiment/run/program.hpp"
#include "results/cell.hpp"
#include "results/run_result.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline study {
namespace {

double number(const Cell& cell) {
  const auto* value = std::get_if<double>(&cell.value());
  return value ? *value : 0;
}

}  // namespace

Steadiness KnownRun::shows() const {
  constexpr double all_of_it = 0.99;
  if (verdict == name_of(Verdict::saturated)) return Steadiness::saturated;
  if (verdict != name_of(Verdict::undecided)) return Steadiness::steady;
  const bool falls_short = accepted_within && accepted + *accepted_within < offered;
  return accepted < all_of_it * offered || falls_short ? Steadiness::undecided : Steadiness::steady;
}

Problems KnownRuns::read() {
  // The first read is complete, so that a run counts only when all of it is intact.
  Damage damage;
  const bool is_first = !has_read_;
  const auto runs = store_.read(is_first || figures_, damage);
  if (!runs) return runs.problems();
  if (is_first) damaged_ids_ = {damage.ids.begin(), damage.ids.end()}, damaged_ = damage.problems;
  has_read_ = true;
  for (const StoredRun& run : *runs)
    if (run.finished() && !damaged_ids_.contains(run.id)) add(run);
  return {};
}

void KnownRuns::add(const StoredRun& run) {
  if (any_build_ && run.kind == "run" && run.version != program_version() && !find(run.id))
    if (const auto document = parse_toml(run.config, run.id))
      of_other_builds_[configuration_digest(*document, contents_in(run.config))] = run.id;
  runs_[run.id] = {run.verdict, number(figure_named(run.figures, "offered.share")),
                   number(figure_named(run.figures, "accepted.share"))};
}

const KnownRun* KnownRuns::find(const std::string& id) const {
  const auto found = runs_.find(id);
  return found == runs_.end() ? nullptr : &found->second;
}

const KnownRun* KnownRuns::find(SweepPoint& point) const {
  if (const KnownRun* run = find(point.id)) return run;
  const auto other = of_other_builds_.find(point.configuration);
  if (other == of_other_builds_.end()) return nullptr;
  point.id = other->second;
  return find(point.id);
}

}  // namespace ebb::inline study
