#include "reproduce/verdict.hpp"

#include <fmt/core.h>

#include <cmath>

namespace ebb::inline reproduce {
namespace {

constexpr double simulated_share = alike_share, nearly_share = 0.1, about_share = 0.01;

double scale_to_digits(double value, int decimals) {
  double power = 1;
  for (int i = 0; i < std::abs(decimals); ++i) power *= 10;
  return decimals < 0 ? value / power : value * power;
}

bool within(double ours, double paper, double share) {
  return std::abs(ours - paper) <= share * std::abs(paper);
}

/// The tolerance of a printed number, and whether ours is within it.
struct Match {
  bool agrees = false;
  std::string tolerance;
};

Match match_measured(double paper, double ours, std::optional<double> half_width) {
  if (!half_width || *half_width <= simulated_share * std::abs(paper))
    return {within(ours, paper, simulated_share), fmt::format("{:g} %", 100 * simulated_share)};
  return {std::abs(ours - paper) <= *half_width, fmt::format("± {:.2g}, our interval", *half_width)};
}

Match match_of(const PrintedValue& printed, double ours, std::optional<double> half_width) {
  const double paper = printed.number();
  const int decimals = printed.digits_after_point();
  const double ours_in_digits = scale_to_digits(ours, decimals);
  const double paper_in_digits = std::round(scale_to_digits(paper, decimals));
  switch (printed.compare) {
    case Comparison::equals:
      return {std::round(ours_in_digits) == paper_in_digits, "printed digits"};
    case Comparison::over:
      return {ours > paper && std::floor(ours_in_digits) == paper_in_digits, "above, by less than a digit"};
    case Comparison::more_than:
      return {ours > paper, "above"};
    case Comparison::less_than:
      return {ours < paper, "below"};
    case Comparison::nearly:
      return {ours < paper && ours >= (1 - nearly_share) * paper,
              fmt::format("below, by up to {:g} %", 100 * nearly_share)};
    case Comparison::about:
      return {within(ours, paper, about_share), fmt::format("{:g} %", 100 * about_share)};
    case Comparison::measured:
      return match_measured(paper, ours, half_width);
  }
  return {};
}

/// The verdict of a value that is no result of ours.
std::optional<RowJudgement> not_judged(const PrintedValue& printed) {
  if (printed.basis == Basis::given) return RowJudgement{RowVerdict::given, ""};
  if (printed.basis == Basis::fitted) return RowJudgement{RowVerdict::fitted, ""};
  return std::nullopt;
}

/// The verdict when ours is against what is printed: the paper's slip, if ours is what its other numbers
/// imply. A statement has no digits to round to, so ours has the tolerance of a simulated value.
RowJudgement unless_slip(RowJudgement against, const PrintedValue& printed, double ours,
                         std::optional<double> half_width = {}) {
  if (printed.implied.empty()) return against;
  const double implied = printed.implied_number();
  PrintedValue own = printed;
  own.decimals = printed.digits_after_point();
  own.value = fmt::format("{:.12g}", implied);
  if (!printed.has_number()) own.compare = Comparison::measured;
  if (!match_of(own, ours, half_width).agrees) return against;
  return {RowVerdict::slip, fmt::format("the paper's own {} = {:.4g}", printed.implied, implied)};
}

}  // namespace

RowJudgement judge(const PrintedValue& printed, double ours, std::optional<double> half_width) {
  if (auto without = not_judged(printed)) return *without;
  Match match = match_of(printed, ours, half_width);
  if (match.agrees) return {RowVerdict::match, std::move(match.tolerance)};
  const bool near = within(ours, printed.number(), near_share);
  return unless_slip({near ? RowVerdict::near : RowVerdict::differs, fmt::format("{:g} %", 100 * near_share)},
                     printed, ours, half_width);
}

RowJudgement judge(const PrintedValue& printed, double ours, const Words& words) {
  if (auto without = not_judged(printed)) return *without;
  if (words.hold_for(ours)) return {RowVerdict::shape, words.text()};
  return unless_slip({RowVerdict::differs, words.text()}, printed, ours);
}

bool Words::hold_for(double ours) const {
  return also && (!above || ours > *above) && (!below || ours < *below);
}

std::string Words::text() const {
  std::string bounds = above && below ? fmt::format("{:g} to {:g}", *above, *below)
                       : above        ? fmt::format("above {:g}", *above)
                       : below        ? fmt::format("below {:g}", *below)
                                      : std::string();
  const std::string all =
      bounds.empty() || also_what.empty() ? bounds + also_what : fmt::format("{}, and {}", bounds, also_what);
  return (printed ? "printed: " : "our reading: ") + all;
}

}  // namespace ebb::inline reproduce
