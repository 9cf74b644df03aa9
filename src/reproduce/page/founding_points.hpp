// Common functions of the founding documents' figures: rows of a reproduction become points of curves.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

/// Returns the text between two words, empty where they do not occur.
std::string between(const std::string& text, std::string_view after, std::string_view before);

/// Returns the curve of that name, a new one where there is none.
Curve& curve_named(Chart& chart, const std::string& name, CurveShape shape = CurveShape::line,
                   Role role = Role::one_of_many);

/// Draws the figures that belong to a reproduction, except empty ones.
template <class Figures, class Draw>
void add_drawn(const Figures& figures, std::string_view reproduction, Draw draw, std::vector<Chart>& found) {
  for (const auto& figure : figures)
    if (figure.reproduction == reproduction)
      if (Chart chart = draw(figure); !chart.curves.empty()) found.push_back(std::move(chart));
}

/// Returns the verdict in a row's note, unless it is steady: "saturated" or "undecided"; else empty.
std::string mark_in_note(const PageJson& row);

/// Adds a row's value, its interval and its verdict to the curve, in the order of x.
void add_point(Curve& curve, double x, const PageJson& row);

}  // namespace ebb::inline reproduce
