// The parameters of a training step: how the model is divided among accelerators, and how large it is.
#pragma once

#include <cstdint>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "training/collective_rounds.hpp"

namespace ebb::inline training {

/// A transformer of equal layers in mixed precision: 2 bytes for activations and parameters, 4 for gradients.
/// Embeddings, normalisation and the optimizer's arithmetic are not in it.
struct TrainingModel {
  std::int64_t tensor = 8, pipeline = 1, data = 2, expert = 1;
  std::int64_t layers = 8, hidden = 4096, sequence = 4096, micro_batch = 1, microbatches = 4;
  std::int64_t experts = 0, top_k = 2, steps = 2;
  double teraflops = 400, skew = 0;
  bool overlap = true;
  TrainingCollectives collectives = TrainingCollectives::ring;
  std::int64_t per_server = 8;

  static constexpr auto fields() {
    using M = TrainingModel;
    return std::tuple{
        field("tensor", &M::tensor, "ranks that divide each layer among them, with sequence parallelism",
              {1, 65'536}),
        field("pipeline", &M::pipeline, "stages of consecutive layers (1F1B schedule)", {1, 65'536}),
        field("data", &M::data, "copies of the model, each with its own microbatches (ZeRO's first stage)",
              {1, 65'536}),
        field("expert", &M::expert, "ranks of a data group that divide the experts among them", {1, 65'536}),
        field("layers", &M::layers, "transformer layers of the model", {1, 10'000}),
        field("hidden", &M::hidden, "width of a token", {1, 1'000'000}),
        field("sequence", &M::sequence, "tokens of a sequence", {1, 100'000'000}),
        field("micro_batch", &M::micro_batch, "sequences that a stage works on at once", {1, 65'536}),
        field("microbatches", &M::microbatches, "in a step, of each copy of the model", {1, 65'536}),
        field("experts", &M::experts, "in each layer, in place of its feed-forward part; 0: a dense model",
              {0, 65'536}),
        field("top_k", &M::top_k, "experts that a token goes to", {1, 1'024}),
        field("steps", &M::steps, "of training, one after the other", {1, 10'000}),
        field("teraflops", &M::teraflops, "that an accelerator sustains while it computes", {1e-3, 1e6}),
        field("skew", &M::skew, "of all-to-all: the first expert's rank gets 1 + skew times the mean",
              {0, 0.99}),
        field("overlap", &M::overlap, "gradients travel while earlier layers' are computed"),
        field("collectives", &M::collectives, "how collective calls send"),
        field("per_server", &M::per_server, "of hierarchical collectives: consecutive members in a server",
              {1, 65'536})};
  }
  Problems check() const;

  std::int64_t ranks() const { return tensor * pipeline * data; }
  std::int64_t tokens() const { return micro_batch * sequence; }  ///< of a microbatch
  CollectiveStyle style() const {
    CollectiveStyle style(collectives);
    style.per_server = static_cast<std::uint32_t>(per_server), style.skew = skew;
    return style;
  }
};

}  // namespace ebb::inline training
