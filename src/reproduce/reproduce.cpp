#include "reproduce/reproduce.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ebb::inline reproduce {
namespace {

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return fmt::format("{}{}", first, second);
  return fmt::format("{}; {}", first, second);
}

}  // namespace

const PrintedValue& Rows::take(std::string_view id) {
  const PrintedValue* value = printed_.find(id);
  ENSURE(value != nullptr);
  ENSURE(std::find(taken_.begin(), taken_.end(), id) == taken_.end());
  taken_.emplace_back(id);
  return *value;
}

Row Rows::row_of(std::string_view id, double ours, std::string_view note) {
  const PrintedValue& p = take(id);
  const bool number = p.has_number();
  return {.id = p.id,
          .what = p.what,
          .unit = p.unit,
          .where = p.where,
          .printed = p.printed.empty() ? p.value : p.printed,
          .paper = number ? std::optional(p.number()) : std::nullopt,
          .ours = ours,
          .decimals = number ? p.digits_after_point() : 0,
          .verdict = RowVerdict::ours,
          .tolerance = "",
          .note = joined(joined(joined(p.because, p.implied_by), p.note), note)};
}

void Rows::push(Row row, RowJudgement judgement) {
  row.verdict = judgement.verdict, row.tolerance = std::move(judgement.tolerance);
  rows_.push_back(std::move(row));
}

void Rows::add(std::string_view id, double ours, std::string_view note, std::optional<double> half_width) {
  Row row = row_of(id, ours, note);
  ENSURE(row.paper.has_value());
  push(std::move(row), judge(*printed_.find(id), ours, half_width));
}

void Rows::add_statement(std::string_view id, double ours, const Words& words, std::string_view note) {
  Row row = row_of(id, ours, note);
  ENSURE(!row.paper);
  push(std::move(row), judge(*printed_.find(id), ours, words));
}

void Rows::add_smaller(std::string_view id, double ours, std::string_view note) {
  Row row = row_of(id, ours, note);
  row.paper.reset();
  rows_.push_back(std::move(row));
}

void Rows::add_unprinted(std::string id, std::string what, std::string unit, double ours, std::string note) {
  ENSURE(printed_.find(id) == nullptr);
  rows_.push_back({.id = std::move(id),
                   .what = std::move(what),
                   .unit = std::move(unit),
                   .where = "",
                   .printed = "",
                   .paper = std::nullopt,
                   .ours = ours,
                   .verdict = RowVerdict::ours,
                   .tolerance = "",
                   .note = std::move(note)});
}

std::vector<std::string> Rows::missing() const {
  std::vector<std::string> ids;
  for (const PrintedValue& p : printed_.values)
    if (std::find(taken_.begin(), taken_.end(), p.id) == taken_.end()) ids.push_back(p.id);
  return ids;
}

Result<std::vector<Row>> rows_of(const Reproduction& reproduction, const Effort& effort) {
  auto printed = read_printed(reproduction.paper, reproduction.name);
  if (!printed) return printed.problems();
  Rows rows(std::move(*printed));
  const Problems problems = reproduction.compute(rows, effort);
  if (!problems.empty()) return problems;
  ENSURE(rows.missing().empty());
  return rows.rows();
}

}  // namespace ebb::inline reproduce
