#include "training/training_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/problem.hpp"
#include "training/stage_actions.hpp"

namespace ebb::inline training {
namespace {

constexpr auto most_operations = static_cast<double>(most_training_operations);
constexpr std::int64_t activation_bytes = 2, parameter_bytes = 2, gradient_bytes = 4;

double flops_of_attention(const TrainingModel& m) {
  const auto tokens = static_cast<double>(m.tokens()), hidden = static_cast<double>(m.hidden);
  return 8 * tokens * hidden * hidden + 4 * tokens * static_cast<double>(m.sequence) * hidden;
}
double flops_of_feed_forward(const TrainingModel& m) {
  const auto tokens = static_cast<double>(m.tokens()), hidden = static_cast<double>(m.hidden);
  return 16 * tokens * hidden * hidden * (m.experts > 0 ? static_cast<double>(m.top_k) : 1);
}
/// Forwards, for one microbatch.
double flops_of_layer(const TrainingModel& m) { return flops_of_attention(m) + flops_of_feed_forward(m); }

/// What a rank of a stage computes and sends for a layer and a microbatch.
class Layer {
 public:
  explicit Layer(const TrainingModel& m)
      : m_(m), attention_(time_of(flops_of_attention(m))), feed_forward_(time_of(flops_of_feed_forward(m))) {}

  /// `passes` is 1 forwards and 2 backwards, which computes two products for each one.
  void run(StageActions& stage, std::int64_t passes) const {
    const std::int64_t all = activation_bytes * m_.tokens() * m_.hidden;
    between(stage, all, attention_ * passes);
    if (m_.experts == 0) return between(stage, all, feed_forward_ * passes);
    const StageCall exchange{Call::all_to_all, part(all * m_.top_k, m_.tensor), Axis::expert};
    stage.call(exchange);
    between(stage, all * m_.top_k, feed_forward_ * passes);
    stage.call(exchange);
  }
  /// Parameters of a layer that a rank has, by the axis along which their gradients are reduced.
  std::int64_t parameters(Axis axis) const {
    const std::int64_t square = m_.hidden * m_.hidden;
    if (m_.experts == 0) return axis == Axis::data ? part(12 * square, m_.tensor) : 0;
    if (axis == Axis::data) return part(4 * square, m_.tensor);
    return part(8 * square * m_.experts, m_.tensor * m_.expert);
  }
  Picoseconds computing(std::int64_t passes) const { return (attention_ + feed_forward_) * passes; }

 private:
  static std::int64_t part(std::int64_t bytes, std::int64_t parts) { return (bytes + parts - 1) / parts; }
  Picoseconds time_of(double flops) const {
    return {std::llround(flops / static_cast<double>(m_.tensor) / m_.teraflops)};  // 1 Tflop/s: 1 in a ps
  }
  /// Computing on all tokens, of which each rank has a part before and after.
  void between(StageActions& stage, std::int64_t all, Picoseconds time) const {
    stage.call({Call::all_gather, part(all, m_.tensor), Axis::tensor});
    stage.compute(time);
    stage.call({Call::reduce_scatter, all, Axis::tensor});
  }

  const TrainingModel& m_;
  Picoseconds attention_, feed_forward_;
};

/// A forward or a backward pass of a stage over a microbatch.
struct Pass {
  bool forward = true;
  std::int64_t microbatch = 0;
};

/// As many forward passes as there are later stages, then one forward and one backward in turn, then the rest
/// backwards: 1F1B.
std::vector<Pass> schedule(const TrainingModel& m, std::int64_t stage) {
  const std::int64_t ahead = std::min(m.pipeline - stage - 1, m.microbatches);
  std::vector<Pass> passes;
  for (std::int64_t i = 0; i < ahead; ++i) passes.push_back({true, i});
  for (std::int64_t i = ahead; i < m.microbatches; ++i)
    passes.push_back({true, i}), passes.push_back({false, i - ahead});
  for (std::int64_t i = m.microbatches - ahead; i < m.microbatches; ++i) passes.push_back({false, i});
  return passes;
}

class TrainingJob {
 public:
  explicit TrainingJob(const TrainingModel& m)
      : m_(m), layer_(m), job_(static_cast<std::uint32_t>(m.ranks())) {
    for (std::int64_t s = 0; s < m.pipeline; ++s)
      stages_.emplace_back(job_,
                           RankGroups{.tensor = static_cast<std::uint32_t>(m.tensor),
                                      .data = static_cast<std::uint32_t>(m.data),
                                      .expert = static_cast<std::uint32_t>(m.expert),
                                      .first = static_cast<HostId>(s * m.tensor * m.data)},
                           m.style());
  }

  Problems check_size() {
    // Direct collectives have as many messages as pairs, and their number is found by making them.
    const auto widest = static_cast<double>(std::max(m_.tensor, m_.data));
    double operations = widest * widest > most_operations ? widest * widest : 0;
    if (operations == 0) {
      const auto count = [&](Axis axis, Call call) {
        return static_cast<double>(stages_[0].operations_of({call, 1'000'000, axis}));
      };
      const double halves = count(Axis::tensor, Call::all_gather) + count(Axis::tensor, Call::reduce_scatter);
      double layer = 2 * (2 * halves + 2 * static_cast<double>(m_.tensor * m_.data));
      if (m_.experts > 0) layer += 4 * count(Axis::expert, Call::all_to_all);
      const double gradients = count(Axis::data, Call::reduce_scatter) + count(Axis::data, Call::all_gather);
      operations = static_cast<double>(m_.steps * m_.layers) *
                   (layer * static_cast<double>(m_.microbatches) + gradients);
    }
    if (operations <= most_operations) return {};
    return {
        {"steps",
         fmt::format("make {:.3g} operations, more than {:.0f} million", operations, most_operations / 1e6),
         "fewer steps, layers, microbatches or ranks show the same traffic"}};
  }

  JobMaker make() {
    for (std::int64_t step = 0; step < m_.steps; ++step) {
      run_passes();
      for (StageActions& stage : stages_) finish_step(stage);
    }
    return std::move(job_);
  }

 private:
  std::size_t index(const Pass& pass, std::int64_t stage) const {
    return static_cast<std::size_t>((pass.microbatch * 2 + pass.forward) * m_.pipeline + stage);
  }

  /// Adds passes in an order in which each finds what it receives.
  void run_passes() {
    sent_.assign(static_cast<std::size_t>(m_.microbatches * 2 * m_.pipeline), {});
    std::vector<std::vector<Pass>> todo;
    for (std::int64_t s = 0; s < m_.pipeline; ++s) todo.push_back(schedule(m_, s));
    std::vector<std::size_t> next(todo.size());
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::int64_t s = 0; s < m_.pipeline; ++s) {
        const auto i = static_cast<std::size_t>(s);
        for (; next[i] < todo[i].size() && is_ready(todo[i][next[i]], s); ++next[i]) {
          run_pass(todo[i][next[i]], s);
          goes_on = true;
        }
      }
    }
  }
  std::int64_t source_of(const Pass& pass, std::int64_t stage) const {
    return pass.forward ? stage - 1 : stage + 1;
  }
  bool is_ready(const Pass& pass, std::int64_t stage) const {
    const std::int64_t from = source_of(pass, stage);
    return from < 0 || from >= m_.pipeline || !sent_[index(pass, from)].empty();
  }

  void run_pass(const Pass& pass, std::int64_t s) {
    StageActions& stage = stages_[static_cast<std::size_t>(s)];
    const std::int64_t from = source_of(pass, s), to = pass.forward ? s + 1 : s - 1;
    if (from >= 0 && from < m_.pipeline) stage.receive(sent_[index(pass, from)]);
    const bool is_last = !pass.forward && pass.microbatch == m_.microbatches - 1;
    for (std::int64_t layer = 0; layer < m_.layers / m_.pipeline; ++layer) {
      layer_.run(stage, pass.forward ? 1 : 2);
      if (is_last && m_.overlap) reduce_gradients(stage, 1);
    }
    if (to < 0 || to >= m_.pipeline) return;
    const std::int64_t bytes = (activation_bytes * m_.tokens() * m_.hidden + m_.tensor - 1) / m_.tensor;
    sent_[index(pass, s)] = stage.send(stages_[static_cast<std::size_t>(to)].groups(), bytes);
  }

  void reduce_gradients(StageActions& stage, std::int64_t layers) {
    for (const Axis axis : {Axis::data, Axis::expert_data})
      if (const std::int64_t parameters = layer_.parameters(axis) * layers; parameters > 0)
        stage.begin({Call::reduce_scatter, gradient_bytes * parameters, axis});
  }

  void finish_step(StageActions& stage) {
    const std::int64_t layers = m_.layers / m_.pipeline;
    if (!m_.overlap) reduce_gradients(stage, layers);
    stage.join();
    for (const Axis axis : {Axis::data, Axis::expert_data}) {
      const std::int64_t members = stage.groups().members(axis);
      const std::int64_t all = parameter_bytes * layer_.parameters(axis) * layers;
      if (all > 0) stage.call({Call::all_gather, (all + members - 1) / members, axis});
    }
  }

  const TrainingModel& m_;
  const Layer layer_;
  JobMaker job_;
  std::vector<StageActions> stages_;
  std::vector<Numbers> sent_;  ///< by pass and stage: its messages to the next one
};

}  // namespace

Problems TrainingModel::check() const {
  Problems problems;
  if (layers % pipeline != 0)
    problems.push_back({"layers", fmt::format("is {}, but {} stages divide them", layers, pipeline),
                        "a multiple of `pipeline`"});
  if (data % expert != 0)
    problems.push_back(
        {"expert", fmt::format("is {}, but data groups have {} ranks", expert, data), "a divisor of `data`"});
  if (experts == 0 && expert > 1)
    problems.push_back({"expert", fmt::format("is {}, but the model is dense", expert),
                        "give the number of `experts` of a layer, or leave it out"});
  if (experts > 0 && experts % expert != 0)
    problems.push_back({"experts", fmt::format("is {}, but {} ranks divide them", experts, expert),
                        "a multiple of `expert`"});
  if (experts > 0 && top_k > experts)
    problems.push_back(
        {"top_k", fmt::format("is {}, but a layer has {} experts", top_k, experts), "at most `experts`"});
  const double all = static_cast<double>(tensor) * static_cast<double>(pipeline) * static_cast<double>(data);
  if (all < 2 || all > most_training_ranks)
    problems.push_back({"data", fmt::format("makes {} ranks with `tensor` and `pipeline`", all),
                        fmt::format("from 2 to {} ranks", most_training_ranks)});
  if (!problems.empty()) return problems;
  const double largest = 4 * 8 * static_cast<double>(hidden) * static_cast<double>(hidden) *
                         static_cast<double>(std::max<std::int64_t>(2, experts)) *
                         static_cast<double>(layers) / static_cast<double>(tensor);
  const double tokens = static_cast<double>(micro_batch) * static_cast<double>(sequence) *
                        static_cast<double>(hidden) * 2 * static_cast<double>(top_k);
  if (largest > 1e12 || tokens > 1e12)
    problems.push_back({"hidden", "makes messages of more than 1 TB", "a smaller model, or more ranks"});
  const double days = flops_of_layer(*this) * 3 * static_cast<double>(layers / pipeline * microbatches) *
                      static_cast<double>(steps) / static_cast<double>(tensor) / teraflops / 86'400e12;
  if (days > 100)
    problems.push_back({"steps", fmt::format("take {:.0f} days", days), "at most 100: fewer steps"});
  return problems;
}

Picoseconds computing_of_step(const TrainingModel& m) {
  return Layer(m).computing(3) * (m.layers / m.pipeline * m.microbatches);
}

Result<JobMaker> training_job(const TrainingModel& model) {
  TrainingJob job(model);
  if (Problems wrong = job.check_size(); !wrong.empty()) return wrong;
  return job.make();
}

}  // namespace ebb::inline training
