// The steps of a training model as a workload: rank r is host r of the network.
#pragma once

#include <memory>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/workload.hpp"
#include "training/training_model.hpp"

namespace ebb::inline training {

struct TrainingWorkload final : Workload, TrainingModel {
  static constexpr auto fields() { return TrainingModel::fields(); }
  Problems check() const override { return TrainingModel::check(); }
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;
};

}  // namespace ebb::inline training
