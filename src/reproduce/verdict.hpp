// When a figure of ours agrees with a paper's: the one definition of the verdicts, and the tolerance that is
// printed beside each.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "reproduce/printed.hpp"

namespace ebb::inline reproduce {

enum class RowVerdict {
  match,    ///< computed: the printed digits, as their words are meant; simulated: within 5 % or the interval
  near,     ///< within 20 %
  differs,  ///< by more, or against the paper's words; the note says why
  shape,    ///< the paper has words only, and they hold
  ours,     ///< the paper has no value
};
constexpr auto names_of(RowVerdict) {
  return std::array<std::string_view, 5>{"match", "near", "differs", "shape", "ours"};
}

struct Judgement {
  RowVerdict verdict = RowVerdict::ours;
  std::string tolerance;  ///< what the verdict was judged by; empty: the paper has nothing to judge by
};

/// `half_width` is that of the 95 % interval of a simulated figure, where there is one.
Judgement judge(const PrintedValue& printed, double ours, std::optional<double> half_width = {});

/// What words like "competitive" and "very little difference" come to, where a paper gives no bound: what is
/// near by the verdict of that name, and what matches a simulated figure. One reading for all papers.
inline constexpr double near_share = 0.2, alike_share = 0.05;

/// What a paper's words come to for a figure: bounds, and what else must be true.
struct Words {
  std::optional<double> above{}, below{};
  bool also = true;
  std::string also_what{};
  bool printed = false;  ///< the paper itself prints the bounds; else they are our reading of its words

  bool hold_for(double ours) const;
  std::string text() const;  ///< "printed: 10 to 50", "our reading: above 50, and the load is carried"
};

}  // namespace ebb::inline reproduce
