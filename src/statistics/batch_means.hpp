// How precise a mean is, from a series of batches: where the warm-up ends, and a confidence interval that
// takes the correlation of neighbouring batches into account. It uses only + - * / and square roots, so every
// machine gets the same bits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ebb::inline statistics {

/// The samples of one batch: how many, and their sum.
struct BatchSum {
  double count = 0, sum = 0;
};

/// 97.5 % and 99.9 % of a standard normal variable lie below these.
inline constexpr double normal_975 = 1.959963984540054, normal_999 = 3.090232306167813;

/// The quantile of Student's t with `degrees` of freedom (at least 3) that belongs to the normal quantile z:
/// Fisher's expansion in 1/degrees. For 97.5 %, within 0.6 % at 3 degrees, 0.02 % from 7 on.
double student_t(double z, std::size_t degrees);

/// Adds up neighbours in pairs; of an odd number the first one, the nearest to the warm-up, is left out.
std::vector<BatchSum> paired(std::span<const BatchSum> batches);

/// White's MSER rule: leaves out as many batches at the start as minimise the squared standard error of the
/// mean of the rest, at most half of them. Nothing when the minimum is at that limit (the series has not
/// converged), or when fewer than two batches have samples.
std::optional<std::size_t> warm_up_end(std::span<const BatchSum> batches);

/// Neighbouring batches of a greater correlation are too similar for an interval.
inline constexpr double too_alike = 0.3;

struct Estimate {
  double mean = 0;
  std::optional<double>
      half_width;          ///< of the 95 % confidence interval; nothing: batches too few or too alike
  double correlation = 0;  ///< between neighbouring batches
};

/// Returns the mean of all samples, by the ratio of batch sums to batch counts, and its confidence interval.
///
/// The interval needs 8 batches whose correlation is at most 0.3; that correlation widens it as in a
/// first-order autoregressive process, by the square root of (1 + correlation) / (1 - correlation). It is
/// computed from pairs, pairs of pairs and so on down to 8 groups as well, and the widest counts: a
/// dependence that reaches over many batches shows only between long groups. A tenth is added, because a run
/// that stops when its interval is narrow is likely to stop in a quiet stretch.
Estimate estimate_mean(std::span<const BatchSum> batches);

/// The same, but where neighbours are too similar, of pairs of batches, pairs of pairs and so on: longer
/// groups may be less similar. For figures that follow slow states, such as power.
Estimate estimate_in_groups(std::span<const BatchSum> batches);

/// Returns why an estimate from this many batches has no interval.
std::string why_no_interval(const Estimate& estimate, std::size_t batches);

}  // namespace ebb::inline statistics
