// Writes docs/reference/config.md: a complete example, and every section with its parameters. It uses the
// same field lists that read a file.
#pragma once

#include <string>
#include <vector>

#include "base/fields.hpp"
#include "catalogue/catalogue.hpp"

namespace ebb::inline experiment {

/// A section of a configuration: one with parameters of its own, or one that names an entry of a catalogue.
struct DocumentedSection {
  std::string path, what;
  std::vector<FieldInfo> fields;   ///< parameters of its own
  std::vector<EntryInfo> entries;  ///< values of `name`; empty for a section without a catalogue
  bool instead = false;            ///< replaces other sections, so a complete file does not have it
};

/// Returns all sections in the order of the page. A new section or catalogue is one line in this function.
std::vector<DocumentedSection> documented_sections();

/// Returns a file with every section and every parameter at its default, each with its meaning. A catalogue
/// gives its first entry. Sections and parameters that exclude others are left out.
std::string example_configuration(const std::vector<DocumentedSection>& sections);

/// Returns the page as Markdown, below its title.
std::string config_docs();

}  // namespace ebb::inline experiment
