// Every whole size between two bounds is equally likely.
#pragma once

#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "traffic/size/sizes.hpp"

namespace ebb::inline traffic {

struct SizeRange final : Sizes {
  Bytes least{1}, most{2'000};

  static constexpr auto fields() {
    return std::tuple{
        field("least", &SizeRange::least, "smallest payload of a message", {{1}, usual_range<Bytes>().most}),
        field("most", &SizeRange::most, "largest payload of a message", {{1}, usual_range<Bytes>().most})};
  }
  Problems check() const override {
    Problems problems;
    require_message_size(problems, "least", least);
    require_message_size(problems, "most", most);
    if (problems.empty() && most < least)
      problems.push_back(
          {"most",
           fmt::format("is {}, which is less than `least`, {}", quantity_text(most), quantity_text(least)),
           "exchange the two"});
    return problems;
  }
  Bytes draw(Random& random) const override { return any_size(least, most, random); }
  Bytes largest() const override { return most; }
  MeanSize mean(const Cutting& cutting) const override { return mean_of_range(least.v, most.v, cutting); }
};

}  // namespace ebb::inline traffic
