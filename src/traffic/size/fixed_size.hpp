// Every message has the same size.
#pragma once

#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "traffic/size/sizes.hpp"

namespace ebb::inline traffic {

struct FixedSize final : Sizes {
  Bytes size{1'000};

  static constexpr auto fields() {
    return std::tuple{
        field("size", &FixedSize::size, "payload of every message", {{1}, usual_range<Bytes>().most})};
  }
  Problems check() const override {
    Problems problems;
    require_message_size(problems, "size", size);
    return problems;
  }
  Bytes draw(Random& /*random*/) const override { return size; }
  Bytes largest() const override { return size; }
  MeanSize mean(const Cutting& cutting) const override { return mean_of_range(size.v, size.v, cutting); }
};

}  // namespace ebb::inline traffic
