#include "training/simai_job.hpp"

#include <fmt/format.h>

#include <map>
#include <ranges>
#include <utility>

#include "base/counted.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"

namespace ebb::inline training {
namespace {

/// StageCall has the size before an all-gather, the text that after it.
StageCall sized(StageCall call, const RankGroups& groups) {
  const std::int64_t members = call.call == Call::all_gather ? groups.members(call.axis) : 1;
  call.bytes = (call.bytes + members - 1) / members;
  return call;
}

template <class Visit>
void for_each_call(const SimaiWorkload& workload, Visit&& visit) {
  for (const SimaiLayer& layer : workload.layers)
    for (const SimaiPart* part : {&layer.forward, &layer.input_gradient, &layer.weight_gradient})
      if (part->call.bytes > 0) visit(part->call);
}

Result<RankGroups> groups_of(const SimaiWorkload& w, std::int64_t ranks) {
  const std::int64_t least = w.tensor * w.expert;
  if (ranks == 0) ranks = least;
  if (ranks < 1 || ranks > most_training_ranks || ranks % least != 0)
    return Problem{"--ranks",
                   fmt::format("is {}, but must be a multiple of {} (tensor groups of {}, experts on {}) up "
                               "to {}",
                               ranks, least, w.tensor, w.expert, most_training_ranks),
                   fmt::format("for example: --ranks {}", least)};
  return RankGroups{.tensor = static_cast<std::uint32_t>(w.tensor),
                    .data = static_cast<std::uint32_t>(ranks / w.tensor),
                    .expert = static_cast<std::uint32_t>(w.expert)};
}

Problems check_size(const SimaiWorkload& workload, StageActions& stage) {
  const RankGroups& groups = stage.groups();
  std::uint64_t operations = 0;
  for_each_call(workload, [&](const StageCall& call) {
    // Rounds are made to be counted, but not if they are far too many.
    const std::uint64_t members = groups.members(call.axis);
    if (operations > most_training_operations) return;
    operations += members * members > most_training_operations ? members * members
                                                               : stage.operations_of(sized(call, groups));
  });
  if (operations <= most_training_operations) return {};
  return {{"--ranks",
           fmt::format("is {}: that makes more than {} million operations", groups.ranks(),
                       most_training_operations / 1'000'000),
           "fewer ranks show the same traffic between fewer hosts"}};
}

std::string about_simai_job(const SimaiWorkload& w, const RankGroups& groups) {
  std::string text = about_simai(w);
  text += fmt::format("the job: {} of one pipeline stage, data groups of {}\n",
                      counted(groups.ranks(), "rank"), groups.data);
  if (w.pipeline > 1)
    text += fmt::format("not in it: {} x {} to and from other stages, and waiting for them\n",
                        w.microbatches * 2, quantity_text(Bytes{w.pipeline_bytes}));
  return text;
}

}  // namespace

std::string about_simai(const SimaiWorkload& w) {
  return fmt::format("SimAI: {} on {} accelerators: tensor {}, expert {}, pipeline {}, data {}\n",
                     counted(w.layers.size(), "layer"), w.accelerators, w.tensor, w.expert, w.pipeline,
                     w.accelerators / w.tensor / w.pipeline);
}

Result<SimaiJob> simai_job(const SimaiWorkload& workload, std::int64_t ranks, const CollectiveStyle& style) {
  const auto groups = groups_of(workload, ranks);
  if (!groups) return groups.problems();
  SimaiJob made{JobMaker(groups->ranks()), about_simai_job(workload, *groups)};
  StageActions stage(made.job, *groups, style);
  if (Problems wrong = check_size(workload, stage); !wrong.empty()) return wrong;
  const auto execute = [&](const SimaiPart& part) {
    stage.compute(part.computing);
    if (part.call.bytes > 0) stage.call(sized(part.call, *groups));
  };
  for (const SimaiLayer& layer : workload.layers) execute(layer.forward);
  for (const SimaiLayer& layer : workload.layers | std::views::reverse) {
    execute(layer.input_gradient);
    stage.compute(layer.weight_gradient.computing);
    if (const StageCall& call = layer.weight_gradient.call; call.bytes > 0)
      stage.begin(sized(call, *groups), layer.update);
  }
  stage.join();
  return made;
}

std::vector<SimaiTotal> simai_totals(const SimaiWorkload& workload) {
  std::map<std::string, SimaiTotal> totals;
  SimaiTotal& computing = totals["computing"];
  computing.time = workload.computing, computing.times = workload.layers.size() * 3;
  for_each_call(workload, [&](const StageCall& call) {
    constexpr auto names = names_of(Axis{});
    SimaiTotal& total =
        totals[fmt::format("{}, {}", name_of(call.call), names[static_cast<std::size_t>(call.axis)])];
    ++total.times, total.bytes += call.bytes;
  });
  std::vector<SimaiTotal> all;
  for (auto& [what, total] : totals) {
    total.what = what;
    all.push_back(std::move(total));
  }
  return all;
}

}  // namespace ebb::inline training
