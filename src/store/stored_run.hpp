// A run as stored: everything needed to show, compare and repeat it.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/cell.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline store {

/// A verdict besides those of a run: the point has no result.
inline constexpr std::string_view failed_verdict = "failed";

/// The figure that holds the time series of the run, as JSON text. It is for reports only; tables omit it.
inline constexpr std::string_view series_figure = "series";

struct StoredRun {
  std::string id;  ///< of the point: digest of configuration, seed and program version, 16 hex digits
  std::string kind = "run";  ///< or "saturation": a search over several runs
  std::string file;          ///< as the user named it
  std::string config;        ///< with every default: TOML that repeats the run
  std::string version;       ///< of ebb
  std::string digest;        ///< of the result
  std::string verdict, why;
  std::string summary;       ///< as `ebb run` prints it
  std::string finished_utc;  ///< 2026-01-31T23:59:59Z
  std::string machine;
  std::int64_t seed = 0, peak_memory_bytes = 0;
  double wall_s = 0, cpu_s = 0;
  std::vector<NamedFigure> parameters;  ///< that the sweep varies, with this point's values
  std::vector<NamedFigure> figures;     ///< everything that was measured

  bool finished() const { return verdict != failed_verdict; }
};

/// The only list of the fields with their own columns: the database and exports iterate over it.
struct StoredColumn {
  std::string_view name;
  std::variant<std::string StoredRun::*, std::int64_t StoredRun::*, double StoredRun::*> member;
};
inline constexpr std::array stored_columns{
    StoredColumn{"id", &StoredRun::id},
    StoredColumn{"kind", &StoredRun::kind},
    StoredColumn{"file", &StoredRun::file},
    StoredColumn{"seed", &StoredRun::seed},
    StoredColumn{"version", &StoredRun::version},
    StoredColumn{"digest", &StoredRun::digest},
    StoredColumn{"verdict", &StoredRun::verdict},
    StoredColumn{"why", &StoredRun::why},
    StoredColumn{"wall_s", &StoredRun::wall_s},
    StoredColumn{"cpu_s", &StoredRun::cpu_s},
    StoredColumn{"peak_memory_bytes", &StoredRun::peak_memory_bytes},
    StoredColumn{"finished_utc", &StoredRun::finished_utc},
    StoredColumn{"machine", &StoredRun::machine},
    StoredColumn{"config", &StoredRun::config},
    StoredColumn{"summary", &StoredRun::summary},
};

/// Appends those of `more` whose names are not in `list` yet. Returns true when there were any.
bool add_missing(std::vector<NamedFigure>& list, const std::vector<NamedFigure>& more);

Cell value_of(const StoredRun& run, const StoredColumn& column);
void set_value(StoredRun& run, const StoredColumn& column, const Cell& value);

/// {"id": …, "parameters": {…}, "figures": {…}}; reading returns the same run, or nothing for other JSON.
nlohmann::ordered_json to_json(const StoredRun& run);
std::optional<StoredRun> run_from_json(const std::string& text);

/// 2026-01-31T23:59:59Z
std::string utc_now();

}  // namespace ebb::inline store
