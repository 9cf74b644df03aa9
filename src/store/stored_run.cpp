#include "store/stored_run.hpp"

namespace ebb {

Cell value_of(const StoredRun& run, const StoredColumn& column) {
  return std::visit([&](const auto member) { return Cell(run.*member); }, column.member);
}

void set_value(StoredRun& run, const StoredColumn& column, const Cell& value) {
  std::visit(
      [&](const auto member) {
        using Member = std::remove_reference_t<decltype(run.*member)>;
        if (const auto* v = std::get_if<Member>(&value.value())) run.*member = *v;
      },
      column.member);
}

}  // namespace ebb
