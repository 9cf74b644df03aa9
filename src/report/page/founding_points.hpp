// What the figures of the founding documents share: rows of a reproduction become points of curves.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// What stands between two words of a text; empty where they do not.
std::string between(const std::string& text, std::string_view after, std::string_view before);

/// The curve of that name; a new one where there is none.
Curve& curve_named(Chart& chart, const std::string& name, CurveShape shape = CurveShape::line,
                   Role role = Role::one_of_many);

/// Of the figures those that belong to a reproduction, drawn, as far as there is anything to see in them.
template <class Figures, class Draw>
void add_drawn(const Figures& figures, std::string_view reproduction, Draw draw, std::vector<Chart>& found) {
  for (const auto& figure : figures)
    if (figure.reproduction == reproduction)
      if (Chart chart = draw(figure); !chart.curves.empty()) found.push_back(std::move(chart));
}

/// The verdict that a row's note tells of, where it is no steady one: "saturated" or "undecided"; else empty.
std::string mark_in_note(const PageJson& row);

/// Puts a row's value, its interval and its verdict into the curve, in the order of x.
void add_point(Curve& curve, double x, const PageJson& row);

}  // namespace ebb::inline report
