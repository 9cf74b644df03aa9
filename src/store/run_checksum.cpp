#include "store/run_checksum.hpp"

#include <bit>
#include <cmath>

#include "base/digest.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline store {
namespace {

/// Hashes a value as the database returns it: a boolean comes back as a number, and a NaN as null.
struct Adder {
  Digest& digest;
  void operator()(std::monostate) const { digest.add(1); }
  void operator()(bool value) const { (*this)(static_cast<std::int64_t>(value)); }
  void operator()(std::int64_t value) const { digest.add(2).add(static_cast<std::uint64_t>(value)); }
  void operator()(double value) const {
    if (std::isnan(value)) return (*this)(std::monostate{});
    digest.add(3).add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
  }
  void operator()(const std::string& text) const { digest.add(4).add(text.size()).add(text); }
};

void add(Digest& digest, const Cell& cell) { std::visit(Adder{digest}, cell.value()); }

}  // namespace

RunChecksums checksums_of(const StoredRun& run) {
  Digest columns, lists;
  for (const StoredColumn& c : stored_columns) add(columns, value_of(run, c));
  add(lists, Cell(run.id));
  for (const auto* list : {&run.parameters, &run.figures}) {
    lists.add(list->size());
    for (const NamedFigure& f : *list) add(lists, Cell(f.name)), add(lists, f.value);
  }
  return {static_cast<std::int64_t>(columns.value()), static_cast<std::int64_t>(lists.value())};
}

}  // namespace ebb::inline store
