// Any bytes at all as a configuration: they are read or refused, in little time and memory. Nothing is built,
// but what passes the checks must have closed forms that make sense. Bytes that begin with 0xff, which no
// TOML does, choose a topology and values for its parameters instead of being the text.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/ensure.hpp"
#include "catalogue/topologies.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "topology/irregular.hpp"

namespace {

/// Closed forms cost nothing, except where there are none and a graph is drawn instead.
void check_facts(const ebb::Topology& topology) {
  if (dynamic_cast<const ebb::Irregular*>(&topology)) return;
  const ebb::Facts f = topology.facts();
  ENSURE(f.hosts >= 1 && f.switches >= 1);
  ENSURE(f.access_switches >= 1 && f.access_switches <= f.switches);
  ENSURE(f.ports_least >= 0 && f.ports_least <= f.ports_most && f.ports_used <= ebb::most_ports);
  std::int64_t cables = 0;
  for (const std::int64_t count : f.cables) {
    ENSURE(count >= 0);
    cables += count;
  }
  ENSURE(2 * cables == f.ports_used + f.hosts);  // both ends of each cable, and nothing else
  ENSURE(f.bisection_cables == ebb::not_known || (f.bisection_cables >= 0 && f.bisection_cables <= cables));
  ENSURE(f.diameter == ebb::not_known || f.diameter >= 0);
}

void read_configuration(const ebb::Node& root, ebb::Problems& problems) {
  for (const auto& [key, section] : root.entries) {
    if (key == "cables") {
      ebb::Cables cables;
      ebb::read_fields(section, key, cables, problems);
      ebb::Problems found = cables.check();
      ebb::locate(found, section, key, problems);
    } else if (const auto topology = ebb::read_named(ebb::topologies(), section, key, problems)) {
      check_facts(*topology);
    }
  }
}

std::int64_t choose_number(FuzzedDataProvider& bytes) {
  switch (bytes.ConsumeIntegralInRange(0, 3)) {
    case 0:
      return bytes.ConsumeIntegralInRange<std::int64_t>(-2, 40);
    case 1:
      return bytes.ConsumeIntegralInRange<std::int64_t>(0, 5'000'000'000);
    case 2:
      return std::int64_t{1} << bytes.ConsumeIntegralInRange(0, 62);
    default:
      return bytes.ConsumeIntegral<std::int64_t>();
  }
}

std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names;
  for (std::size_t comma = list.find(", "); comma != std::string_view::npos; comma = list.find(", ")) {
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(comma + 2);
  }
  names.emplace_back(list);
  return names;
}

std::string choose_value(FuzzedDataProvider& bytes, const std::string& type) {
  if (type == "whole number") return std::to_string(choose_number(bytes));
  if (type == "number") return fmt::format("{:.17e}", bytes.ConsumeFloatingPointInRange(-1e3, 1e3));
  if (type == "true or false") return bytes.ConsumeBool() ? "true" : "false";
  if (type == "list of whole number") {
    std::string list = "[";
    for (int n = bytes.ConsumeIntegralInRange(0, 40); n > 0; --n)
      list += std::to_string(choose_number(bytes)) + ",";
    return list + "]";
  }
  if (type.starts_with("one of ")) {
    const std::vector<std::string> names = split_names(type.substr(7));
    return "\"" + names[bytes.ConsumeIntegralInRange<std::size_t>(0, names.size() - 1)] + "\"";
  }
  return "\"" + bytes.ConsumeRandomLengthString(8) + "\"";
}

std::string compose(FuzzedDataProvider& bytes) {
  const auto catalogue = ebb::topologies();
  const auto& entry = catalogue[bytes.ConsumeIntegralInRange<std::size_t>(0, catalogue.size() - 1)];
  std::string text = fmt::format("[topology]\nname = \"{}\"\n", entry.name);
  for (const ebb::FieldInfo& f : entry.fields())
    if (bytes.ConsumeBool()) text += fmt::format("{} = {}\n", f.name, choose_value(bytes, f.type));
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  const bool composed = size > 0 && data[0] == 0xff;
  if (composed) bytes.ConsumeIntegral<std::uint8_t>();
  const std::string text = composed ? compose(bytes) : bytes.ConsumeRemainingBytesAsString();
  const auto root = ebb::parse_toml(text, "fuzz.toml");
  ebb::Problems problems;
  if (root)
    read_configuration(*root, problems);
  else
    problems = root.problems();
  ENSURE(root || !problems.empty());
  ebb::sort_by_place(problems);
  ENSURE(ebb::to_text(problems).size() < 500'000);
  return 0;
}
