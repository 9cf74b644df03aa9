#include <fmt/format.h>

#include "base/fields.hpp"
#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "power/device/device.hpp"
#include "power/device/sourced.hpp"
#include "tasks/plan/device_task.hpp"

namespace ebb::inline tasks {
namespace {

template <class Part>
std::string help_of(std::string_view key) {
  std::string help;
  for_each_field<Part>([&](const auto& field) {
    if (field.name == key) help = field.help;
  });
  return help;
}

/// A line, or a commented example when the number is unknown.
template <class Part>
std::string line(std::string_view key, const std::string& value, std::string_view example,
                 bool quoted = true) {
  const std::string text = value.empty() ? std::string(example) : value;
  return fmt::format("{}{} = {}  # {}\n", value.empty() ? "# " : "", key, quoted ? to_text(text) : text,
                     help_of<Part>(key));
}

template <class Number>
bool is_number(const std::string& text, Number least, Number most) {
  const auto value = parsed_number<Number>(text);
  return value && *value >= least && *value <= most;
}

bool is_power(const std::string& text) {
  const auto watts = parse_power(text);
  return watts && watts->v >= 0;
}

bool is_rate(const std::string& text) {
  const auto rate = parse_rate(text);
  return rate && rate->v > 0;
}

/// A transceiver's power holds for optical cables only: passive copper has none.
std::string link_toml(const DeviceTemplate& d) {
  const bool split = !d.transceiver.empty() && d.kind != "optics";
  std::string text = "\n[[link]]  # one for each rate and medium that you have numbers for\n";
  if (split || d.kind == "optics") text += "media = [\"optical\"]  # " + help_of<LinkPower>("media") + "\n";
  if (d.kind != "optics") text += line<LinkPower>("port", d.port, "1.5W");
  text += line<LinkPower>("trx_in", d.transceiver, "9W") + line<LinkPower>("rate", "", "100Gb/s");
  text += line<LinkPower>("per_bit", "", "5pJ") + line<LinkPower>("per_packet", "", "20nJ");
  if (split)
    text += "\n[[link]]\nmedia = [\"copper\"]  # passive cables: no transceiver\n" +
            line<LinkPower>("port", d.port, "1.5W");
  return text;
}

}  // namespace

Problems check(const DeviceTemplate& d) {
  Problems problems;
  if (d.kind != "switch" && d.kind != "nic" && d.kind != "optics")
    return {{"--kind", fmt::format("\"{}\" is unknown", d.kind), "valid: switch, nic, optics"}};
  const auto require = [&](const char* option, const std::string& text, bool good, const char* hint) {
    if (!text.empty() && !good) problems.push_back({option, fmt::format("\"{}\" is not valid", text), hint});
  };
  require("--ports", d.ports, is_number<std::int64_t>(d.ports, 1, 65'536), "a whole number from 1, like 32");
  require("--fastest", d.fastest, is_rate(d.fastest), "a rate with its unit, like 400Gb/s");
  require("--base", d.base, is_power(d.base), "a power with its unit, like 500W");
  require("--port", d.port, is_power(d.port), "a power with its unit, like 1.5W");
  require("--transceiver", d.transceiver, is_power(d.transceiver), "a power with its unit, like 9W");
  require("--price", d.price, is_number<double>(d.price, 0, 1e9), "a number of $, like 20000");
  return problems;
}

std::string device_toml(const DeviceTemplate& d) {
  const bool nic = d.kind == "nic";
  std::string text = fmt::format(
      "title = {}\nkind = \"{}\"\nfrom = {}\n"
      "source = \"{}\"  # of all numbers without a source of their own: {}\n\n",
      to_text(d.title.empty() ? std::string("my device") : d.title), d.kind,
      to_text(d.from.empty() ? std::string("unknown: name the data sheet or the measurement") : d.from),
      d.from.empty() ? "recalled" : "read", fmt::join(names_of(Source{}), ", "));
  text += line<Device>("ports", d.ports, nic ? "1" : "32", false);
  text += line<Device>("fastest", d.fastest, "400Gb/s");
  if (d.kind != "optics") text += line<Device>("base", d.base, nic ? "25W" : "300W");
  text += line<Device>("price_usd", d.price, nic ? "1000" : "20000", false);
  return text + link_toml(d);
}

}  // namespace ebb::inline tasks
