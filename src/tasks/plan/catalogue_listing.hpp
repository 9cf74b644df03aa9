// The entries of catalogues and their parameters, from the field lists. The jobs of `ebb topology list`,
// `ebb topology show NAME` and the like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalogue/catalogue.hpp"
#include "report/document/table.hpp"

namespace ebb::inline tasks {

/// One catalogue, and the section of a configuration for its entries.
struct CatalogueSection {
  std::string path;  ///< "topology", "traffic.pattern"
  std::vector<EntryInfo> entries;
};

/// The catalogues of a kind: "topology", "routing", "policy", or "traffic", which has four.
std::vector<CatalogueSection> catalogues_of(std::string_view kind);

/// One line per entry; a heading before each section when there are several.
std::string list_entries(const std::vector<CatalogueSection>& sections);

/// Every entry of that name, as the section in a file, each field with its default and meaning.
Result<std::string> show_entry(const std::vector<CatalogueSection>& sections, const std::string& kind,
                               const std::string& name);

/// The same as tables: all entries, or the parameters of those of that name.
Table entries_table(const std::vector<CatalogueSection>& sections);
Table parameters_table(const std::vector<CatalogueSection>& sections, const std::string& name);

}  // namespace ebb::inline tasks
