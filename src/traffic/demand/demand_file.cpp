#include "traffic/demand/demand_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/parsed_number.hpp"
#include "base/quantity.hpp"
#include "base/trimmed.hpp"
#include "config/toml_file.hpp"
#include "traffic/trace/host_finder.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t largest_demand_file = 64u << 20;
constexpr const char* columns_hint =
    "the first line names the columns: source,destination,Gb/s or hour,source,destination,Gb/s";

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed_cell(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

/// The content of each column.
struct Columns {
  std::optional<std::size_t> source, destination, rate, hour;
  double unit = 0;  ///< of the rate, in bits per second; 0: the value has its own unit, "25Gb/s"
  std::size_t all = 0;

  bool complete() const { return source && destination && rate; }
};

Columns columns_in(const std::vector<std::string_view>& names) {
  static const std::map<std::string_view, double> units{
      {"gb/s", 1e9}, {"gbps", 1e9}, {"gbit/s", 1e9}, {"rate_gbps", 1e9}, {"mb/s", 1e6},
      {"mbps", 1e6}, {"b/s", 1},    {"bps", 1},      {"rate", 0},        {"bits_per_second", 1}};
  Columns columns;
  columns.all = names.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lower(names[i]);
    if (name == "source" || name == "from" || name == "src")
      columns.source = i;
    else if (name == "destination" || name == "to" || name == "dst" || name == "target")
      columns.destination = i;
    else if (name == "hour")
      columns.hour = i;
    else if (const auto unit = units.find(name); unit != units.end())
      columns.rate = i, columns.unit = unit->second;
  }
  return columns;
}

class DemandReader {
 public:
  explicit DemandReader(std::string path) { file_.path = std::move(path); }

  void read(std::size_t line, std::string_view text) {
    text = trimmed_cell(text.substr(0, text.find('#')));
    if (text.empty()) return;
    const auto cells = cells_of(text);
    if (columns_.all == 0)
      read_header(line, cells);
    else
      read_row(line, cells);
  }

  Result<DemandFile> finish() {
    if (complaints_ > problems_.size())
      problems_.push_back({file_.path, fmt::format("has {} more problems", complaints_ - problems_.size()),
                           "fix those above first"});
    if (problems_.empty() && file_.lines.empty())
      problems_.push_back({file_.path, "has no demands", columns_hint});
    if (!problems_.empty()) return problems_;
    return std::move(file_);
  }

 private:
  void complain(std::size_t line, std::string what, std::string hint) {
    ++complaints_;
    if (problems_.size() < 20)
      problems_.push_back({fmt::format("{}:{}", file_.path, line), std::move(what), std::move(hint)});
  }

  /// Three values without a heading are unambiguous.
  void read_header(std::size_t line, const std::vector<std::string_view>& cells) {
    columns_ = columns_in(cells);
    if (columns_.complete()) return;
    columns_ = {0, 1, 2, {}, 1e9, cells.size()};
    if (cells.size() == 3 && parsed_number<double>(cells[2])) return read_row(line, cells);
    complain(line, "names no columns for source, destination and rate", columns_hint);
    columns_.all = SIZE_MAX;  // the rest cannot be parsed: one problem is enough
  }

  void read_row(std::size_t line, const std::vector<std::string_view>& cells) {
    if (columns_.all == SIZE_MAX) return;
    if (cells.size() != columns_.all)
      return complain(line,
                      fmt::format("has {} values, but there are {} columns", cells.size(), columns_.all),
                      columns_hint);
    DemandLine demand{std::string(cells[*columns_.source]), std::string(cells[*columns_.destination]), 0,
                      every_hour, line};
    if (demand.source.empty() || demand.destination.empty())
      return complain(line, "names no source or no destination", "give both, by name or by number");
    const std::string_view rate = cells[*columns_.rate];
    if (columns_.unit == 0) {
      const auto read = parse_rate(rate);
      demand.bits_per_second = read ? static_cast<double>(read->v) : -1;
    } else {
      demand.bits_per_second = parsed_number<double>(rate).value_or(-1) * columns_.unit;
    }
    if (!(demand.bits_per_second >= 0 && demand.bits_per_second <= 1e16))
      return complain(line, fmt::format("has the invalid rate \"{}\"", rate),
                      columns_.unit == 0 ? "write it like \"25Gb/s\"" : "a number that is not negative");
    if (columns_.hour && !read_hour(line, cells[*columns_.hour], demand.hour)) return;
    file_.lines.push_back(std::move(demand));
  }

  bool read_hour(std::size_t line, std::string_view text, int& hour) {
    if (text.empty() || text == "*") return true;
    const auto read = parsed_number<int>(text);
    if (read && *read >= 0 && *read < hours_in_day) return hour = *read, true;
    complain(line, fmt::format("has the invalid hour \"{}\"", text), "0 to 23, or nothing for every hour");
    return false;
  }

  DemandFile file_;
  Columns columns_;
  Problems problems_;
  std::size_t complaints_ = 0;
};

}  // namespace

Result<DemandFile> parse_demand(std::string_view text, const std::string& path) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  DemandReader reader(path);
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    reader.read(line, text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

Result<DemandFile> read_demand_file(const std::string& path) {
  const auto text = read_text_file(path, largest_demand_file);
  if (!text) return text.problems();
  return parse_demand(*text, path);
}

Result<std::vector<Demand>> demands_between(const DemandFile& file, const Network& network) {
  Problems problems;
  auto all = demands_between(file, network, problems);
  if (!problems.empty()) return problems;
  return all;
}

std::vector<Demand> demands_between(const DemandFile& file, const Network& network, Problems& problems) {
  const HostFinder hosts(network);
  std::vector<Demand> all;
  for (const DemandLine& line : file.lines) {
    const std::string where = fmt::format("{}:{}", file.path, line.line);
    const HostId from = hosts.find(line.source), to = hosts.find(line.destination);
    for (const auto& [name, host] : {std::pair(line.source, from), std::pair(line.destination, to)})
      if (host == no_id && problems.size() < 20)
        problems.push_back(
            {where, fmt::format("names \"{}\", which is not a host of the network", name), hosts.hint(name)});
    if (from != no_id && from == to && problems.size() < 20)
      problems.push_back(
          {where, fmt::format("has a demand from \"{}\" to itself", line.source), "delete the line"});
    if (from != no_id && to != no_id) all.push_back({from, to, line.bits_per_second, line.hour});
  }
  return all;
}

}  // namespace ebb::inline traffic
