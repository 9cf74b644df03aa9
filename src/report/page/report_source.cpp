#include "report/page/report_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/document/packed_bytes.hpp"
#include "report/document/series_json.hpp"

namespace ebb::inline report {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 1'000'000'000;

std::optional<std::string> content(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > largest_file) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Problem unreadable(const fs::path& path, const std::string& what) {
  return {path.string(), what, "`ebb run FILE -o DIR` writes a folder that `ebb report` reads; run it again"};
}

/// True when a packed member has the expected length.
bool holds(const PageJson& json, const char* name, double count) {
  return unpacked_bytes(text_at(json, name), static_cast<std::size_t>(count)).has_value();
}

/// True when each channel leads from a switch or a host to a switch, or from a switch to a host, and each
/// switch and kind exists.
bool leads_somewhere(const PageJson& network, std::size_t channels, std::size_t switches) {
  const auto from = unpacked_numbers(text_at(network, "from"), channels),
             to = unpacked_numbers(text_at(network, "to"), channels),
             places = unpacked_numbers(text_at(network, "place_of"), switches);
  const auto kind = unpacked_bytes(text_at(network, "kind"), channels);
  if (!from || !to || !places || !kind) return false;
  const std::size_t known_places = member(network, "places").size(), kinds = member(network, "kinds").size();
  const auto below = [](std::int32_t number, std::size_t end) {
    return number >= 0 && static_cast<std::size_t>(number) < end;
  };
  for (const std::int32_t place : *places)
    if (!below(place, known_places)) return false;
  for (std::size_t c = 0; c < channels; ++c) {
    const std::int32_t a = (*from)[c], b = (*to)[c];
    if ((a < 0 && b < 0) || (a >= 0 && !below(a, switches)) || (b >= 0 && !below(b, switches)) ||
        (*kind)[c] >= kinds)
      return false;
  }
  return true;
}

/// A network read from a file may have names for its channels: one each.
bool names_fit(const PageJson& names, std::size_t channels) {
  if (names.is_null()) return true;
  if (!names.is_array() || names.size() != channels) return false;
  return std::all_of(names.begin(), names.end(), [](const PageJson& name) { return name.is_string(); });
}

/// Checks what the page relies on, so that it need not.
bool is_whole(const PageJson& network, const PageJson& history) {
  const auto channels = number_at(network, "channels"), switches = number_at(network, "switches"),
             spans = number_at(history, "spans"), known = number_at(history, "channels");
  const PageJson& places = member(network, "places");
  if (!channels || !switches || !spans || !known || *known != *channels || !places.is_array() ||
      !member(network, "kinds").is_array() || !(*channels >= 0 && *channels <= 1e9) ||
      !(*switches >= 0 && *switches <= 1e9) || !(*spans >= 0 && *spans <= 4096) || *channels * *spans > 1e9)
    return false;
  for (const char* name : {"busy", "rate", "state"})
    if (!holds(history, name, *channels * *spans)) return false;
  for (const char* name : {"why", "changes"})
    if (!member(history, name).is_null() && !holds(history, name, *channels * *spans)) return false;
  return names_fit(member(network, "channel_names"), static_cast<std::size_t>(*channels)) &&
         leads_somewhere(network, static_cast<std::size_t>(*channels), static_cast<std::size_t>(*switches));
}

/// The same for what the hosts of a job did.
bool are_whole_ranks(const PageJson& json) {
  const auto ranks = number_at(json, "ranks"), spans = number_at(json, "spans"),
             whole = number_at(json, "whole"), length = number_at(json, "span_ps");
  return ranks && spans && whole && length && *ranks >= 0 && *ranks <= 1e6 && *spans >= 0 && *spans <= 4096 &&
         *whole > 0 && *length > 0 && holds(json, "computing", *ranks * *spans);
}

}  // namespace

Problems read_series(const std::string& text, const std::string& place, RunSource& run) {
  const PageJson json = PageJson::parse(text, nullptr, false);
  if (!json.is_object()) return {unreadable(place, "is cut off, or no JSON")};
  if (text_at(json, "format") != series_format) return {unreadable(place, "is no series of a run")};
  if (const auto version = number_at(json, "version"); !version || *version != series_version)
    return {
        {place,
         fmt::format("is of version {}, but this ebb reads version {}", version.value_or(0), series_version),
         "make the report with the ebb that made the run, or run it again with this one"}};
  run.version = text_at(json, "program");
  run.time_series =
      member(json, json.contains("time_series") ? "time_series" : "course");  // as release 0.1 has it
  run.network = member(json, "network"), run.history = member(json, "history");
  run.ranks = member(json, "ranks");
  if (!run.ranks.is_null() && !are_whole_ranks(run.ranks))
    return {unreadable(place, "holds hosts of a job that do not fit together")};
  if (run.network.is_null() && run.history.is_null()) return {};
  if (!is_whole(run.network, run.history))
    return {unreadable(place, "holds channels that do not fit together")};
  return {};
}

Result<RunSource> read_run_folder(const std::string& folder) {
  const fs::path path(folder);
  RunSource run;
  run.name = path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
  const auto summary = content(path / "summary.json");
  if (!summary) return unreadable(path / "summary.json", "cannot be read");
  run.summary = PageJson::parse(*summary, nullptr, false);
  if (!run.summary.is_object() || text_at(run.summary, "digest").empty())
    return unreadable(path / "summary.json", "is cut off, or not what a run leaves");
  run.config = content(path / "config.toml").value_or("");
  if (const auto series = content(path / "series.json")) {
    if (Problems problems = read_series(*series, (path / "series.json").string(), run); !problems.empty())
      return problems;
  }
  return run;
}

}  // namespace ebb::inline report
