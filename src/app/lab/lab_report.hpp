// What `ebb lab status`, `ebb lab test` and `ebb lab losses` print.
#pragma once

#include "app/fabric/fabric_file.hpp"
#include "fabric/lab/lab_losses.hpp"
#include "fabric/lab/lab_names.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

struct LabReport {
  Table table;
  bool sound = true;
};

/// Which parts of a lab are there and run.
LabReport lab_status(const LabNames& names, const FabricFile& file);

/// Real frames through the lab: all pairs pinged, `streams` pairs joined by iperf3, counters compared.
LabReport lab_trial_report(const LabNames& names, const FabricFile& file, int streams);

/// What its hosts have sent again and its ports and queues have dropped, since it was built. Copies of frames
/// to many can hide what switches kept; then it is not known.
Table losses_table(const std::string& lab, const LabLosses& losses);
LabReport lab_losses_report(const LabNames& names, const FabricFile& file);

}  // namespace ebb::inline app
