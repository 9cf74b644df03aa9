// The result of `ebb off` as tables: the hours, the steps, and the yearly saving.
#pragma once

#include <string>

#include "report/document/render.hpp"
#include "tasks/off/off_task.hpp"

namespace ebb::inline tasks {

/// The saving of a year of such days. The price counts each kWh `pue` times, as plans and runs do.
struct OffYear {
  double kwh = 0, usd = 0;
  double switches_kwh = 0;  ///< the part that has to be switched off by hand
};
OffYear year_of(const OffResult& off);

/// `steps`: with the order of switching off, cable by cable. That computes the tables of every intermediate
/// step, which takes long for large networks.
std::string off_text(const OffResult& off, bool steps, Format format);

}  // namespace ebb::inline tasks
