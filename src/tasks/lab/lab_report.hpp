// What `ebb lab status`, `ebb lab test` and `ebb lab losses` print.
#pragma once

#include <cstdint>
#include <string>

#include "base/problem.hpp"
#include "fabric/lab/counters/lab_losses.hpp"
#include "fabric/lab/lab_names.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {

struct LabReport {
  Table table;
  bool sound = true;
  Problems problems = {};   ///< not empty: nothing could be measured, and the table has no rows
  std::uint32_t hosts = 0;  ///< whose names and addresses are shown, too
};

/// The table; in text the hosts four to a line, in JSON one by one ("hosts").
std::string render(const LabReport& report, Format format);

/// The parts of a lab that exist and run.
LabReport lab_status(const LabNames& names, const FabricFile& file);

/// Real frames through the lab: all pairs pinged, `streams` pairs joined by iperf3, counters compared.
LabReport lab_trial_report(const LabNames& names, const FabricFile& file, int streams);

/// Retransmissions of its hosts and drops of its ports and queues, since it was built. Copies of broadcasts
/// can hide drops inside switches; then these are unknown.
Table losses_table(const std::string& lab, const LabLosses& losses);
LabReport lab_losses_report(const LabNames& names, const FabricFile& file);

}  // namespace ebb::inline tasks
