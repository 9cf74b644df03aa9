#include "tasks/sleep/day_of_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/trimmed.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::size_t hours = 24;
constexpr const char* how = "the first line is hour,load; then a line for each hour: 0,0.05 or 0,5%";

/// "0.05" and "5%".
std::optional<double> share_of(std::string_view text) {
  const bool percent = text.ends_with('%');
  const auto value = parsed_number<double>(percent ? trimmed_cell(text.substr(0, text.size() - 1)) : text);
  return value && percent ? std::optional(*value / 100) : value;
}

}  // namespace

Result<std::vector<double>> read_day_of_load(const std::string& path) {
  const auto text_of_file = read_text_file(path, largest_config);
  if (!text_of_file) return text_of_file.problems();
  std::istringstream in(*text_of_file);
  std::array<std::optional<double>, hours> day;
  Problems problems;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line) && problems.size() < 5; ++number) {
    const std::string_view text = trimmed_cell(line);
    if (text.empty() || text.starts_with('#')) continue;
    const std::size_t comma = text.find(',');
    const std::string_view first = trimmed_cell(text.substr(0, comma)),
                           second = comma == text.npos ? "" : trimmed_cell(text.substr(comma + 1));
    if (number == 1 && first == "hour" && second == "load") continue;
    const auto wrong = [&](std::string what) {
      problems.push_back({fmt::format("{}:{}", path, number), std::move(what), how});
    };
    const auto hour = parsed_number<double>(first), load = share_of(second);
    if (number == 1)
      wrong(fmt::format("is \"{}\", not hour,load", text));
    else if (!hour || *hour < 0 || *hour >= hours || *hour != static_cast<int>(*hour))
      wrong(fmt::format("has the hour \"{}\", which is not one of 0 to 23", first));
    else if (!load || *load < 0 || *load > 1)
      wrong(fmt::format("has the load \"{}\", which is not a share from 0 to 1", second));
    else if (auto& place = day[static_cast<std::size_t>(*hour)]; place)
      wrong(fmt::format("has hour {} again", first));
    else
      place = *load;
  }
  if (!problems.empty()) return problems;
  std::vector<double> loads;
  for (std::size_t hour = 0; hour < hours; ++hour) {
    if (!day[hour]) return Problem{path, fmt::format("has no load for hour {}", hour), how};
    loads.push_back(*day[hour]);
  }
  return loads;
}

std::vector<double> simulated_loads(const std::vector<double>& day) {
  std::vector<double> loads = day;
  std::sort(loads.begin(), loads.end());
  loads.erase(std::unique(loads.begin(), loads.end()), loads.end());
  if (loads.size() <= most_simulated_loads) return loads;
  const double least = loads.front(), most = loads.back();
  loads.clear();
  for (std::size_t i = 0; i < most_simulated_loads; ++i)
    loads.push_back(least + (most - least) * static_cast<double>(i) / (most_simulated_loads - 1));
  return loads;
}

double at_load(double load, const std::vector<double>& loads, const std::vector<double>& values) {
  const auto above = std::lower_bound(loads.begin(), loads.end(), load);
  if (above == loads.end()) return values.back();
  const auto i = static_cast<std::size_t>(above - loads.begin());
  if (i == 0 || loads[i] <= load) return values[i];
  const double part = (load - loads[i - 1]) / (loads[i] - loads[i - 1]);
  return values[i - 1] + part * (values[i] - values[i - 1]);
}

}  // namespace ebb::inline tasks
