#include "fabric/inventory/host_addresses.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/problem.hpp"
#include "base/trimmed.hpp"
#include "config/toml_file.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/frame.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::size_t largest_file = 16u << 20;
constexpr std::size_t most_problems = 20;  ///< of lines; more do not help
constexpr const char* example = "one line for each host: h0,52:54:00:12:34:56";
constexpr std::uint64_t to_many = 0x0100'0000'0000;

class AddressReader {
 public:
  AddressReader(const std::string& path, const Network& network)
      : path_(path), network_(network), addresses_(network.hosts) {
    for (HostId h = 0; h < network.hosts; ++h) numbers_[host_name(network, h)] = h;
  }

  void read_line(std::size_t number, std::string_view line) {
    if (line.empty() || line.front() == '#' || (number == 1 && line.starts_with("host,"))) return;
    const std::size_t comma = line.find(',');
    const auto host = numbers_.find(std::string(trimmed_cell(line.substr(0, comma))));
    const auto mac = comma == line.npos ? std::nullopt : parse_mac(trimmed_cell(line.substr(comma + 1)));
    if (host == numbers_.end())
      complain(number, "names no host of the network");
    else if (!mac || (*mac & to_many) != 0)
      complain(number, "has no MAC address of one host");
    else if (addresses_[host->second])
      complain(number, "names " + host->first + ", which has a line above");
    else if (!taken_.insert(*mac).second)
      complain(number, "has an address that another host has");
    else
      addresses_[host->second] = *mac;
  }

  Result<std::vector<std::uint64_t>> finish() {
    std::vector<std::uint64_t> all;
    for (HostId h = 0; problems_.empty() && h < network_.hosts; ++h) {
      if (!addresses_[h]) problems_.push_back({path_, "has no line for " + host_name(network_, h), example});
      all.push_back(addresses_[h].value_or(0));
    }
    if (!problems_.empty()) return std::move(problems_);
    return all;
  }

 private:
  void complain(std::size_t line, const std::string& what) {
    if (problems_.size() < most_problems)
      problems_.push_back({fmt::format("{}:{}", path_, line), what, example});
  }

  const std::string& path_;
  const Network& network_;
  std::map<std::string, HostId> numbers_;
  std::vector<std::optional<std::uint64_t>> addresses_;
  std::set<std::uint64_t> taken_;
  Problems problems_;
};

}  // namespace

Result<std::vector<std::uint64_t>> parse_host_addresses(const std::string& text, const std::string& path,
                                                        const Network& network) {
  AddressReader reader(path, network);
  std::istringstream in(text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) reader.read_line(number, trimmed_cell(line));
  return reader.finish();
}

Result<std::vector<std::uint64_t>> read_host_addresses(const std::string& path, const Network& network) {
  const auto text = read_text_file(path, largest_file);
  if (!text) return text.problems();
  return parse_host_addresses(*text, path, network);
}

}  // namespace ebb::inline fabric
