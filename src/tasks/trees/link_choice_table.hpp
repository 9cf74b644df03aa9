// The links that a trace needs as a table, and as a [trees] section.
#pragma once

#include <string>
#include <vector>

#include "report/document/table.hpp"
#include "tasks/trees/link_choice_task.hpp"

namespace ebb::inline tasks {

/// One row per pair of switches: bytes in both directions, the links that keep every channel below the peak
/// with the current paths, and those of the choice, whose paths move.
Table link_choice_table(const TreesResult& trees, const LinkChoiceResult& choice);

/// The [trees] section as text: the links of each trunk that go off when `links` stay on, and the file of
/// paths, unless that is empty. Empty when there is nothing to write.
std::string trees_section(const TreesResult& trees, const std::vector<std::uint32_t>& links,
                          const std::string& file);

}  // namespace ebb::inline tasks
