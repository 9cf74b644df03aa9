#include "engine/run/run_records.hpp"

#include "engine/run/time_series.hpp"

namespace ebb::inline engine {

RunRecords::RunRecords(Simulation& simulation, const RunHooks& hooks) : sim_(simulation) {
  if (hooks.each_channel) channels_.emplace(sim_);
  if (hooks.decisions > 0) decisions_.emplace(sim_, hooks.decisions, hooks.decided);
  uses_.record(sim_);
}

void RunRecords::record_batch() {
  uses_.record(sim_);
  if (channels_) channels_->record(sim_);
}

void RunRecords::record_decisions() {
  if (decisions_) decisions_->record(sim_);
}

RunUse RunRecords::close(const Judgement& judgement) {
  if (uses_.nearest(sim_.now()) < sim_.now()) record_batch();
  const Picoseconds until = uses_.nearest(judgement.until);
  return {.measured = uses_.between(sim_.exchange(), judgement.from, until),
          .time = until - judgement.from,
          .whole = uses_.between(sim_.exchange(), {}, sim_.now())};
}

std::vector<UseByKind> RunRecords::batches(const BatchSeries& series) const {
  if (!sim_.state().control.settings.policy) return {};
  return uses_.batches(sim_.exchange(), series.length(), series.complete(sim_.now()));
}

std::vector<std::uint64_t> RunRecords::changes(const BatchSeries& series, std::size_t batches) const {
  return uses_.changes(sim_.exchange(), series.length(), batches);
}

std::vector<ChannelResult> RunRecords::each_channel(Picoseconds from, Picoseconds until) const {
  return channels_ ? channels_->between(sim_, from, until) : std::vector<ChannelResult>{};
}

RunTimeSeries RunRecords::time_series(const BatchSeries& series, const Judgement& judgement) const {
  return series_of_run(sim_, series, uses_, judgement);
}

ChannelHistory RunRecords::history(Picoseconds span) const {
  return channels_ ? channels_->history(sim_, span) : ChannelHistory{};
}

std::optional<KeptDecisions> RunRecords::decisions(const std::vector<ReasonCount>& reasons) const {
  std::uint64_t changes = 0;
  for (const ReasonCount& reason : reasons) changes += reason.changes;
  return decisions_ ? std::optional(decisions_->kept(changes)) : std::nullopt;
}

}  // namespace ebb::inline engine
