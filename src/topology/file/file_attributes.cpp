#include "topology/file/file_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/parsed_number.hpp"
#include "base/quantity.hpp"
#include "base/spelling.hpp"
#include "base/units.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {
namespace {

constexpr double ps_per_metre = 5'000;  // light in glass, and signals in copper

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

/// Interprets the attributes. An empty value is ignored.
class Meaning {
 public:
  explicit Meaning(const Attributes& attributes) : attributes_(attributes) {}

  /// Returns the attribute with one of these names, the first name first; null when there is none.
  const std::pair<std::string, std::string>* find(std::initializer_list<std::string_view> names) const {
    asked_.insert(asked_.end(), names.begin(), names.end());
    for (const std::string_view name : names)
      for (const auto& attribute : attributes_)
        if (!attribute.second.empty() && lower(attribute.first) == name) return &attribute;
    return nullptr;
  }
  std::string text(std::initializer_list<std::string_view> names) const {
    const auto* found = find(names);
    return found ? found->second : std::string();
  }
  /// Returns a plain number in the range, or adds a problem.
  std::optional<double> number(std::initializer_list<std::string_view> names, double least, double most) {
    const auto* found = find(names);
    if (!found) return std::nullopt;
    const auto value = parsed_number<double>(found->second);
    if (value && *value >= least && *value <= most) return value;
    complain(*found, "is not a number in the valid range",
             fmt::format("a number from {:g} to {:g}", least, most));
    return std::nullopt;
  }
  void complain(const std::pair<std::string, std::string>& attribute, std::string_view what,
                std::string hint) {
    problems_.push_back({"",
                         fmt::format("has {} = \"{}\", which {}", attribute.first, attribute.second, what),
                         std::move(hint)});
  }
  /// Returns all problems. Attributes that were never looked up are unknown, so there is no separate list of
  /// names.
  Problems take(UnknownAttributes& unknown) {
    for (const auto& attribute : attributes_) {
      const std::string name = lower(attribute.first);
      if (attribute.second.empty() || std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
      if (const std::string meant = unknown.see(name, asked_); !meant.empty())
        complain(attribute, "is unknown",
                 fmt::format("did you mean {}? Rename it if another program reads it", meant));
    }
    return std::move(problems_);
  }

 private:
  const Attributes& attributes_;
  mutable std::vector<std::string_view> asked_;
  Problems problems_;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "12.5,47" or "[12.5, 47]"
std::optional<std::array<double, 2>> two_numbers(std::string_view text) {
  std::array<double, 2> both{};
  const char *at = text.data(), *end = at + text.size();
  const auto skip = [&](std::string_view which) {
    while (at != end && which.find(*at) != std::string_view::npos) ++at;
  };
  for (double& value : both) {
    skip("[(, ");
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc{} || !(std::fabs(value) < 1e15)) return std::nullopt;
    at = read.ptr;
  }
  skip("]) ");
  return at == end ? std::optional(both) : std::nullopt;
}

/// An invalid position only affects the picture, so it is ignored.
void read_place(const Meaning& says, FileNode& node) {
  if (const auto* pos = says.find({"pos"})) node.place = two_numbers(pos->second);
  const std::string x = says.text({"x", "longitude", "lon", "long", "lng"}),
                    y = says.text({"y", "latitude", "lat"});
  if (!x.empty() && !y.empty()) node.place = two_numbers(x + "," + y);
}

/// Parses a rate with its unit.
std::optional<BitsPerSecond> rate_in(Meaning& says, std::initializer_list<std::string_view> names) {
  const auto* found = says.find(names);
  if (!found) return std::nullopt;
  const auto rate = parse_rate(found->second);
  if (!rate)
    says.complain(*found, "is not a rate with a unit", "write it like \"100Gb/s\", or name it rate_gbps");
  else if (constexpr auto range = usual_range<BitsPerSecond>(); !range.holds(*rate))
    says.complain(*found, fmt::format("must be {}", range_text(range)), "for example: \"100Gb/s\"");
  else
    return *rate;
  return std::nullopt;
}

void read_rate(Meaning& says, FileLink& link) {
  if (const auto gbps = says.number({"rate_gbps"}, 1e-6, 1e5))
    link.rate = BitsPerSecond{std::llround(*gbps * 1e9)};
  if (const auto mbps = says.number({"rate_mbps"}, 1e-3, 1e8))
    link.rate = BitsPerSecond{std::llround(*mbps * 1e6)};
  if (const auto raw = says.number({"linkspeedraw"}, 1e3, 1e14))
    link.rate = BitsPerSecond{std::llround(*raw)};
  if (const auto rate = rate_in(says, {"rate", "bandwidth", "capacity", "bw", "speed"})) link.rate = rate;
}

void read_medium(Meaning& says, FileLink& link) {
  const auto* found = says.find({"medium", "media"});
  if (!found) return;
  const std::string word = lower(found->second);
  const auto names = names_of(Medium{});
  if (is_one_of(word, {"fiber", "fibre", "optic", "optics", "aoc"}))
    link.medium = Medium::optical;
  else if (is_one_of(word, {"dac", "electrical", "twinax"}))
    link.medium = Medium::copper;
  else if (const auto at = std::find(names.begin(), names.end(), word); at != names.end())
    link.medium = static_cast<Medium>(at - names.begin());
  else
    says.complain(*found, "is unknown", name_hint(word, {names.begin(), names.end()}));
}

/// "30m", "2.5km"
std::optional<double> metres(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (error != std::errc{} || !(value >= 0) || (unit != "m" && unit != "km")) return std::nullopt;
  return unit == "km" ? value * 1e3 : value;
}

void read_length(Meaning& says, FileLink& link) {
  constexpr double most = 2e8;  // metres: one second
  std::optional<double> length = says.number({"length_m"}, 0, most);
  if (const auto km = says.number({"length_km", "dist"}, 0, most / 1e3)) length = *km * 1e3;
  if (const auto* found = says.find({"length"})) {
    length = metres(found->second);
    if (!length || *length > most)
      says.complain(*found, "is not a length with a unit", "write it like \"30m\" or \"2.5km\"");
  }
  if (length && *length <= most) link.delay = Picoseconds{std::llround(*length * ps_per_metre)};
  const auto* found = says.find({"delay", "latency"});
  if (!found) return;
  const auto delay = parse_time(found->second);
  if (delay && delay->v >= 0 && *delay <= longest_cable)
    link.delay = *delay;
  else
    says.complain(*found, "is not a time with a unit, of up to a second", "write it like \"100ns\"");
}

}  // namespace

Problems fill_node(const Attributes& attributes, FileNode& node, UnknownAttributes& unknown) {
  Meaning says(attributes);
  if (const std::string name = says.text({"name", "label"}); !name.empty()) node.name = name;
  node.is_host = node.is_host || is_one_of(lower(says.text({"kind", "type", "role"})),
                                           {"host", "server", "compute", "endpoint", "end_host", "client"});
  if (const auto hosts = says.number({"hosts", "servers"}, 0, static_cast<double>(most_ports))) {
    if (*hosts == std::floor(*hosts))
      node.hosts = static_cast<std::int64_t>(*hosts);
    else
      says.complain(*says.find({"hosts", "servers"}), "is not a whole number",
                    "give the number of hosts, like 4");
  }
  if (const auto rate = rate_in(says, {"host_rate"})) node.host_rate = rate;
  read_place(says, node);
  return says.take(unknown);
}

Problems fill_link(const Attributes& attributes, FileLink& link, UnknownAttributes& unknown) {
  Meaning says(attributes);
  link.ports = {says.text({"source_port", "sourceport", "src_port", "port1"}),
                says.text({"target_port", "targetport", "dst_port", "port2"})};
  link.kind = says.text({"kind"});
  read_rate(says, link);
  read_medium(says, link);
  read_length(says, link);
  return says.take(unknown);
}

}  // namespace ebb::inline topology
