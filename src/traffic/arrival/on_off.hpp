// Bursts: while a host is ON it produces messages at its peak rate, while it is OFF it produces nothing. A
// message is ready once its last byte has been produced. The mean OFF time follows from the load: load = peak
// * on / (on + off). The three kinds differ in the distribution of their periods.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

class OnOff : public Arrivals {
 public:
  Picoseconds on{20'000'000};
  double peak = 1;

  Problems check() const final;
  Problems bind(const Offer& offer) final;
  Picoseconds gap(Bytes size, HostMemory& memory) const final;
  Picoseconds memory() const final;

 protected:
  /// The variance of a period whose mean is 1; infinite for the heaviest tails.
  virtual double on_variance() const = 0;
  virtual double off_variance() const = 0;
  /// Lengths of periods as multiples of their mean, so the mean of each is 1.
  virtual double on_period(Random& random) const = 0;
  virtual double off_period(Random& random) const = 0;
  /// Returns the remainder of a period at a random moment. Such a moment is in long periods more often than
  /// in short ones: it is a uniform fraction of a period sampled by its length.
  virtual double on_rest(Random& random) const = 0;
  virtual double off_rest(Random& random) const = 0;
  virtual Problems check_shape() const { return {}; }

  static constexpr auto on_field() {
    return field("on", &OnOff::on, "mean length of an ON period", {{1}, an_hour});
  }
  static constexpr auto peak_field() {
    return field("peak", &OnOff::peak, "fraction of the channel's rate at which a host sends while it is ON",
                 some_share);
  }

 private:
  double off_ps_ = 0, ps_per_byte_ = 0;
  Cutting cutting_;
};

struct OnOffExponential final : OnOff {
  static constexpr auto fields() { return std::tuple{on_field(), peak_field()}; }

 protected:
  double on_period(Random& random) const override { return random.exponential(); }
  double off_period(Random& random) const override { return random.exponential(); }
  double on_rest(Random& random) const override { return random.exponential(); }  // memoryless
  double off_rest(Random& random) const override { return random.exponential(); }
  double on_variance() const override { return 1; }
  double off_variance() const override { return 1; }
};

/// Heavy tails: superposed, such hosts are self-similar with the Hurst exponent (3 - tail) / 2.
struct OnOffPareto final : OnOff {
  double on_tail = 1.5, off_tail = 1.5;

  static constexpr auto fields() {
    return std::tuple{
        on_field(), peak_field(),
        field("on_tail", &OnOffPareto::on_tail, "tail exponent of the ON periods", {1.1, 100}),
        field("off_tail", &OnOffPareto::off_tail, "tail exponent of the OFF periods", {1.1, 100})};
  }

 protected:
  double on_period(Random& random) const override { return pareto(random, on_tail); }
  double off_period(Random& random) const override { return pareto(random, off_tail); }
  double on_rest(Random& random) const override { return rest(random, on_tail); }
  double off_rest(Random& random) const override { return rest(random, off_tail); }
  double on_variance() const override { return variance(on_tail); }
  double off_variance() const override { return variance(off_tail); }
  Problems check_shape() const override;

 private:
  static double pareto(Random& random, double tail);
  static double rest(Random& random, double tail);
  static double variance(double tail);
};

struct OnOffLognormal final : OnOff {
  double on_sigma = 1.2, off_sigma = 1.8;

  static constexpr auto fields() {
    return std::tuple{on_field(), peak_field(),
                      field("on_sigma", &OnOffLognormal::on_sigma,
                            "standard deviation of the logarithm of an ON period", {0, 3}),
                      field("off_sigma", &OnOffLognormal::off_sigma,
                            "standard deviation of the logarithm of an OFF period", {0, 3})};
  }

 protected:
  double on_period(Random& random) const override { return lognormal(random, on_sigma); }
  double off_period(Random& random) const override { return lognormal(random, off_sigma); }
  double on_rest(Random& random) const override { return rest(random, on_sigma); }
  double off_rest(Random& random) const override { return rest(random, off_sigma); }
  double on_variance() const override { return portable_exp(on_sigma * on_sigma) - 1; }
  double off_variance() const override { return portable_exp(off_sigma * off_sigma) - 1; }
  Problems check_shape() const override;

 private:
  static double lognormal(Random& random, double sigma) {
    return portable_exp(sigma * random.normal() - sigma * sigma / 2);
  }
  /// Sampled by length, a lognormal distribution has a larger median.
  static double rest(Random& random, double sigma) {
    const double share = random.unit();
    return share * portable_exp(sigma * random.normal() + sigma * sigma / 2);
  }
};

}  // namespace ebb::inline traffic
