// Sizes sampled from a cumulative distribution in a file: points (bytes, fraction of messages of at most that
// size), linear in between. In whole bytes that means: within one interval every size is equally likely, and
// the fraction at each point is exact. The fraction of the first point has the first point's size.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "traffic/size/sizes.hpp"

namespace ebb::inline traffic {

/// A file of data/sizes/ or one of the user's own.
struct SizeFile {
  std::string title, source, tag;
  Bytes stated_mean{};
  std::vector<std::vector<double>> points;

  static constexpr auto fields() {
    return std::tuple{
        field("title", &SizeFile::title, "what was measured"),
        field("source", &SizeFile::source, "where the numbers come from"),
        field("tag", &SizeFile::tag, "how far to trust them: seed, read, recalled, derived, fitted"),
        field("stated_mean", &SizeFile::stated_mean,
              "the mean its source gives; ebb computes its own from the points"),
        field("points", &SizeFile::points,
              "[bytes, fraction of messages of at most that size], ascending, up to 1", {0, 1e12})};
  }
  Problems check() const;
};

struct SizeDistribution final : Sizes {
  std::string file = "web_search";

  static constexpr auto fields() {
    return std::tuple{field("file", &SizeDistribution::file,
                            "a distribution that ships with ebb (a file of data/sizes/, without .toml), or "
                            "the path of a file of your own")};
  }
  Problems check() const override;
  void load(const Node& section, std::string_view path, Problems& problems) override;
  std::vector<std::string> files() const override;
  /// The same for a key of another name; `place` is its position in the user's file.
  void load_from(const Node& place, std::string_view key, Problems& problems);
  /// Samples from these points, which must have passed SizeFile::check().
  void use(const std::vector<std::vector<double>>& points);

  Bytes draw(Random& random) const override;
  MeanSize mean(const Cutting& cutting) const override;
  Bytes largest() const override { return {stretches_.empty() ? 0 : stretches_.back().most}; }
  /// Returns the size of the message that a byte belongs to when all bytes of all messages are equally
  /// likely.
  Bytes draw_by_bytes(Random& random) const;

 private:
  /// Sizes above `above` up to `most`, for random numbers from `from` up to `upto`.
  struct Stretch {
    double from, upto, sizes_per_unit;
    std::int64_t above, most;
  };
  std::vector<Stretch> stretches_;
  std::array<std::uint16_t, 256> start_{};  ///< for each 1/256th of [0, 1): the first interval in it
};

/// The names of the distributions that ship with ebb, in alphabetical order.
std::vector<std::string> shipped_sizes();

}  // namespace ebb::inline traffic
