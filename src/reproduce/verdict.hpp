// Decides whether our figure agrees with a paper's: the one definition of the verdicts, and the tolerance
// that is printed beside each.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "reproduce/printed.hpp"

namespace ebb::inline reproduce {

enum class RowVerdict {
  match,    ///< computed: the printed digits, as worded; simulated: within 5 % or the interval
  near,     ///< within 20 %
  differs,  ///< by more, or from the paper's words; the note has the reason
  shape,    ///< the paper has words only, and they are true
  slip,     ///< it contradicts itself: its own printed numbers make ours, by the arithmetic in the row
  given,    ///< an input of ours: not judged
  fitted,   ///< a parameter of ours was solved from it: not judged
  ours,     ///< the paper has no value
};
constexpr auto names_of(RowVerdict) {
  return std::array<std::string_view, 8>{"match", "near",  "differs", "shape",
                                         "slip",  "given", "fitted",  "ours"};
}
constexpr bool is_judged(RowVerdict verdict) { return verdict < RowVerdict::given; }

struct RowJudgement {
  RowVerdict verdict = RowVerdict::ours;
  std::string tolerance;  ///< of the verdict; empty: it is not judged
};

/// Our reading of words like "competitive" and "very little difference", where a paper gives no bound: the
/// tolerance of the verdict near, and that of a simulated match. The same for all papers.
inline constexpr double near_share = 0.2, alike_share = 0.05;

/// The meaning of a paper's words for a figure: bounds, and another condition.
struct Words {
  std::optional<double> above{}, below{};
  bool also = true;
  std::string also_what{};
  bool printed = false;  ///< the paper prints the bounds; else they are our reading of its words

  bool hold_for(double ours) const;
  std::string text() const;  ///< "printed: 10 to 50", "our reading: above 50, and the load is carried"
};

/// Both judge by what the paper prints; where ours is against it, and the paper's other numbers imply another
/// value (PrintedValue::implied) with which ours agrees, the slip is the paper's.
/// Judges by the printed number. `half_width` is that of the 95 % interval of a simulated figure, where there
/// is one.
RowJudgement judge(const PrintedValue& printed, double ours, std::optional<double> half_width = {});
/// Judges by our reading of a statement without a number.
RowJudgement judge(const PrintedValue& printed, double ours, const Words& words);

}  // namespace ebb::inline reproduce
