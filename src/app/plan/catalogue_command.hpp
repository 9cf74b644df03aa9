// `ebb KIND list
// show NAME`: the catalogues of one kind, from the field lists. Every catalogue gets its command here; none
// has code of its own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/command/command.hpp"
#include "catalogue/catalogue.hpp"

namespace ebb::inline app {

/// One catalogue, and the section of a configuration for its entries.
struct CatalogueSection {
  std::string path;  ///< "topology", "traffic.pattern"
  std::vector<EntryInfo> entries;
};

template <class Base>
CatalogueSection catalogue_section(std::string path, std::span<const Entry<Base>> catalogue) {
  return {std::move(path), {catalogue.begin(), catalogue.end()}};
}

/// `kind` is the command's name, `what` completes "list the …".
void add_catalogue_command(Command& app, int& exit_code, const std::string& kind, const std::string& what,
                           std::vector<CatalogueSection> sections);

/// One line per entry; a heading before each section when there are several.
std::string list_entries(const std::vector<CatalogueSection>& sections);

/// Every entry of that name, as the section in a file, each field with its default and meaning.
Result<std::string> show_entry(const std::vector<CatalogueSection>& sections, const std::string& kind,
                               const std::string& name);

}  // namespace ebb::inline app
