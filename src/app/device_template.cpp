#include "app/device_template.hpp"

#include <fmt/format.h>

#include "base/fields.hpp"
#include "power/device.hpp"

namespace ebb::inline app {
namespace {

template <class Part>
std::string help_of(std::string_view key) {
  std::string help;
  for_each_field<Part>([&](const auto& field) {
    if (field.name == key) help = field.help;
  });
  return help;
}

/// A line, or the same as a comment with an example when the number is not known.
template <class Part>
std::string line(std::string_view key, const std::string& value, std::string_view example,
                 bool quoted = true) {
  const std::string text = value.empty() ? std::string(example) : value;
  return fmt::format("{}{} = {}  # {}\n", value.empty() ? "# " : "", key, quoted ? to_text(text) : text,
                     help_of<Part>(key));
}

}  // namespace

std::string device_toml(const DeviceTemplate& d) {
  std::string text = fmt::format(
      "title = {}\nkind = \"{}\"\nfrom = {}\n"
      "source = \"read\"  # of all numbers that do not say their own: {}\n\n",
      to_text(d.title.empty() ? std::string("my device") : d.title), d.kind,
      to_text(d.from.empty() ? std::string("name the data sheet or the measurement") : d.from),
      fmt::join(names_of(Source{}), ", "));
  text += line<Device>("ports", d.ports, "32", false);
  text += line<Device>("fastest", d.fastest, "400Gb/s");
  if (d.kind != "optics") text += line<Device>("base", d.base, "300W");
  text += line<Device>("price_usd", d.price, "20000", false);
  text += "\n[[link]]  # one for each rate and medium that you have numbers for\n";
  if (d.kind != "optics") text += line<LinkPower>("port", d.port, "1.5W");
  text += line<LinkPower>("trx_in", d.transceiver, "9W");
  text += line<LinkPower>("rate", "", "100Gb/s");
  text += "# media = [\"copper\"]  # " + help_of<LinkPower>("media") + "\n";
  text += line<LinkPower>("per_bit", "", "5pJ") + line<LinkPower>("per_packet", "", "20nJ");
  return text;
}

}  // namespace ebb::inline app
