#include "experiment/read/config_docs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/quantity.hpp"

namespace ebb::inline experiment {
namespace {

constexpr std::string_view introduction =
    R"(A network, its traffic and its costs are described in a small [TOML](https://toml.io) file. `ebb plan` and `ebb run`
read the same files, each the sections it needs. A plan names its `[topology]`; a run also its `[routing]`, and in
`[traffic]` a `load` or a `workload`. Every other key has a default, but for the files that some entries are about;
a file says only what differs. What ebb does not know it refuses, with line and column, the nearest valid name and the list of all of them, and it shows
all problems of a file at once. `--set section.key=value` on the command line goes before what the file says.
Setting a whole table replaces it; another `name` drops the parameters that only the old one has.

## A complete example

Every section with every parameter at its default.

```toml
)";

constexpr std::string_view naming = R"(
A section that names an entry of a catalogue does so by `name`. Where nothing else is to be set, the name alone
will do: `pattern = "uniform"` in `[traffic]` is short for a section `[traffic.pattern]` with `name = "uniform"`.
)";

std::string field_lines(const std::vector<FieldInfo>& fields) {
  std::size_t width = 0;
  for (const FieldInfo& f : fields) width = std::max(width, f.name.size() + f.initial.size() + 3);
  std::string lines;
  for (const FieldInfo& f : fields)
    lines += fmt::format("{:{}}  # {}\n", fmt::format("{} = {}", f.name, f.initial), width, f.help);
  return lines;
}

/// Returns a summary of the catalogue as a sentence.
std::string sentence(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out + ".";
}

/// Escapes text for a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string field_table(const std::vector<FieldInfo>& fields) {
  if (fields.empty()) return "No parameters.\n";
  std::string table = "| key | type | range | default | meaning |\n|---|---|---|---|---|\n";
  for (const FieldInfo& f : fields)
    table += fmt::format("| `{}` | {} | {} | `{}` | {} |\n", f.name, cell(f.type),
                         f.range.empty() ? "-" : f.range, f.initial, cell(f.help));
  return table;
}

constexpr std::string_view units = R"(
## Units

A quantity is a text with its unit; a bare number is refused. Times, rates and sizes are kept as whole numbers of
their smallest unit, and what would have to be rounded is refused. A number outside the range of its key is refused
too; a default may be outside, and then means that the key is not set. Many keys are bound by others as well (a queue
must hold a packet, a list has as many numbers as another): the refusal says which.

| type | units | example |
|---|---|---|
)";

std::string unit_table() {
  std::string table(units);
  for (const UnitFamily& family : unit_families())
    table += fmt::format("| {} | {} | `\"{}\"` |\n", family.type, family.units, family.example);
  return table;
}

std::string section_docs(const DocumentedSection& section) {
  std::string text = fmt::format("\n## [{}]\n\n{}\n", section.path, sentence(section.what));
  if (!section.fields.empty() || section.entries.empty())
    text += fmt::format("\n{}", field_table(section.fields));
  for (const EntryInfo& e : section.entries)
    text +=
        fmt::format("\n### name = \"{}\"\n\n{}\n\n{}", e.name, sentence(e.summary), field_table(e.fields()));
  return text;
}

}  // namespace

std::string example_configuration(const std::vector<DocumentedSection>& sections) {
  std::string text;
  for (const DocumentedSection& section : sections) {
    if (section.instead) continue;
    text += fmt::format("{}[{}]  # {}\n", text.empty() ? "" : "\n", section.path, section.what);
    std::vector<FieldInfo> fields = section.fields;
    if (!section.entries.empty()) {
      const EntryInfo& first = section.entries.front();
      fields.insert(fields.begin(),
                    {"name", "", fmt::format("\"{}\"", first.name), std::string(first.summary)});
      for (const FieldInfo& f : first.fields()) fields.push_back(f);
    }
    text += field_lines(fields);
  }
  return text;
}

std::string config_docs() {
  const std::vector<DocumentedSection> sections = documented_sections();
  std::string page = std::string(introduction) + example_configuration(sections) + "```\n" +
                     std::string(naming) + unit_table();
  for (const DocumentedSection& section : sections) page += section_docs(section);
  return page;
}

}  // namespace ebb::inline experiment
