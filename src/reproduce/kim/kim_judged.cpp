#include "reproduce/kim/kim_judged.hpp"

#include <fmt/core.h>

#include <utility>

#include "base/ensure.hpp"

namespace ebb::inline reproduce {

Problems JudgedReading::turn_to(std::string_view figure) {
  auto printed = read_printed("kim", figure);
  if (!printed) return printed.problems();
  printed_ = std::move(*printed);
  return {};
}

void JudgedReading::number(std::string_view id, double ours) {
  const PrintedValue& value = value_of(id);
  add_judged(value, ours, judge(value, ours));
}

void JudgedReading::words(std::string_view id, double ours, const Words& words) {
  const PrintedValue& value = value_of(id);
  add_judged(value, ours, judge(value, ours, words));
}

void JudgedReading::add(std::string_view id, std::string_view what, double ours) const {
  rows_.add_unprinted(fmt::format("{}.{}", reading_.id, id), fmt::format("{}: {}", reading_.name, what), "%",
                      ours);
}

void JudgedReading::add_count() const {
  rows_.add_unprinted(fmt::format("{}.agree", reading_.id),
                      fmt::format("{}: sentences that agree, of {}", reading_.name, agree_ + differ_), "",
                      agree_);
}

const PrintedValue& JudgedReading::value_of(std::string_view id) const {
  const PrintedValue* value = printed_.find(id);
  ENSURE(value != nullptr);
  return *value;
}

void JudgedReading::add_judged(const PrintedValue& value, double ours, const RowJudgement& judged) {
  if (is_judged(judged.verdict)) ++(judged.verdict == RowVerdict::differs ? differ_ : agree_);
  const std::string paper = value.printed.empty() ? value.value : value.printed;
  rows_.add_unprinted(
      fmt::format("{}.{}", reading_.id, value.id), fmt::format("{}: {}", reading_.name, value.what),
      value.unit, ours,
      fmt::format("{}{}: {}", paper.empty() ? "" : fmt::format("the paper's {}; ", paper),
                  names_of(judged.verdict)[static_cast<std::size_t>(judged.verdict)], judged.tolerance));
}

}  // namespace ebb::inline reproduce
