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

DomainTimes RunRecords::domains(const BatchSeries& series, Picoseconds from, Picoseconds until) const {
  const auto& shapes = sim_.state().control.settings.domains;
  if (!sim_.state().control.meters_domains()) return {};
  const std::vector<std::int64_t> count = count_domains(sim_.state());
  const auto times = [&](const DomainUse& use) {
    std::vector<DomainTime> all;
    for (std::size_t i = 0; i < use.size(); ++i) {
      DomainTime& one = all.emplace_back(DomainTime{shapes[i].ports, shapes[i].medium, count[i], {}, {}});
      one.off = {use[i].domains};
      for (std::size_t m = 0; m < media; ++m) one.ports_off[m] = {use[i].ports[m]};
    }
    return all;
  };
  DomainTimes domains{.measured = times(uses_.domains(sim_.exchange(), from, until)),
                      .run = times(uses_.domains(sim_.exchange(), {}, sim_.now())),
                      .spans = {}};
  for (const DomainUse& use :
       uses_.domain_batches(sim_.exchange(), series.length(), series.complete(sim_.now())))
    domains.spans.push_back(times(use));
  return domains;
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
