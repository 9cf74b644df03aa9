// Whether stores are intact (results_task.hpp).
#include <fmt/format.h>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/table.hpp"
#include "store/store.hpp"
#include "tasks/results/results_task.hpp"

namespace ebb::inline tasks {
namespace {

/// Names all damage of a database, because the remedies differ.
void add_damage(const DatabaseHealth& h, bool forgotten, Problems& problems) {
  problems.insert(problems.end(), h.unreadable.begin(), h.unreadable.end());
  for (const std::string& id : h.damaged)
    problems.push_back({h.path, fmt::format("run {} is damaged: its checksum is wrong", id),
                        forgotten ? "it was removed; the same sweep runs it again"
                                  : "the same sweep runs it again; --forget removes it"});
  if (h.missing > 0)
    problems.push_back({h.path,
                        fmt::format("{} run{} that were stored are not there any more", h.missing,
                                    h.missing == 1 ? "" : "s"),
                        forgotten ? "they are no longer counted; the same sweep runs them again"
                                  : "the same sweep runs them again; --forget stops counting them"});
}

}  // namespace

Result<StoreCheck> check_results(const std::vector<std::string>& stores, bool forget) {
  auto databases = check_stores(stores, forget);
  if (!databases) return databases.problems();
  StoreCheck check{std::move(*databases), {}, left_drafts(stores)};
  for (const DatabaseHealth& h : check.databases) add_damage(h, forget, check.damage);
  return check;
}

Table health_table(const std::vector<DatabaseHealth>& databases) {
  Table table{.title = "",
              .columns = {{"database", "database"},
                          {"runs", "runs"},
                          {"damaged", "damaged"},
                          {"missing", "missing"},
                          {"unchecked", "without checksum"}},
              .rows = {}};
  for (const DatabaseHealth& h : databases)
    table.add({h.path, h.runs, static_cast<std::int64_t>(h.damaged.size()), h.missing, h.unchecked});
  return table;
}

}  // namespace ebb::inline tasks
