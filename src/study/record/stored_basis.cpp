#include "study/record/stored_basis.hpp"

#include <algorithm>

#include "report/document/joined_words.hpp"
#include "study/compare/seed_pairs.hpp"

namespace ebb::inline study {
namespace {

void add_new(const std::vector<std::string>& words, std::vector<std::string>& all) {
  for (const std::string& word : words)
    if (std::find(all.begin(), all.end(), word) == all.end()) all.push_back(word);
}

}  // namespace

std::optional<PowerBasis> basis_of(const StoredRun& run) {
  const auto price = figure(run, "power.price_usd_per_kwh");
  if (!price) return std::nullopt;
  return PowerBasis{.known = figure(run, "power.total_w").has_value(),
                    .usd_per_kwh = *price,
                    .pue = figure(run, "power.pue").value_or(1),
                    .missing = separate_words(text_figure(run, "power.missing_numbers")),
                    .as_full = separate_words(text_figure(run, "power.counted_as_full_rate"))};
}

std::optional<PowerBasis> basis_of(const std::vector<StoredRun>& runs) {
  std::optional<PowerBasis> all;
  for (const StoredRun& run : runs) {
    const auto own = basis_of(run);
    if (!own) continue;
    if (!all) all = own;
    add_new(own->missing, all->missing), add_new(own->as_full, all->as_full);
  }
  return all;
}

}  // namespace ebb::inline study
