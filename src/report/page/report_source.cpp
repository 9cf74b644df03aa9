#include "report/page/report_source.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/packed_bytes.hpp"
#include "report/series_json.hpp"

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

/// Whether packed members are as long as they should be.
bool holds(const PageJson& json, const char* name, double count, bool numbers) {
  const std::string text = text_at(json, name);
  const auto size = static_cast<std::size_t>(count);
  return numbers ? unpacked_numbers(text, size).has_value() : unpacked_bytes(text, size).has_value();
}

/// What the page relies on, so that it need not check it.
bool is_whole(const PageJson& network, const PageJson& history) {
  const auto channels = number_at(network, "channels"), switches = number_at(network, "switches"),
             spans = number_at(history, "spans"), known = number_at(history, "channels");
  const PageJson& places = member(network, "places");
  if (!channels || !switches || !spans || !known || *known != *channels || !places.is_array() ||
      *channels > 1e9 || *spans > 4096 || *channels * *spans > 1e9)
    return false;
  for (const char* name : {"from", "to"})
    if (!holds(network, name, *channels, true)) return false;
  for (const char* name : {"busy", "rate", "state"})
    if (!holds(history, name, *channels * *spans, false)) return false;
  return holds(network, "place_of", *switches, true) && holds(network, "kind", *channels, false);
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
  run.course = member(json, "course");
  run.network = member(json, "network"), run.history = member(json, "history");
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
