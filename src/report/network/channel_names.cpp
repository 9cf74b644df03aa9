#include "report/network/channel_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/spelling.hpp"
#include "base/trimmed.hpp"
#include "network/names.hpp"

namespace ebb::inline report {
namespace {

constexpr const char* numbered_examples =
    "for example: 17, \"switch 3 -> switch 7\", \"switch 3 port 5\", \"host 12\", \"-> host 12\"";

/// Returns examples of channel names of this network.
std::string examples_of(const std::vector<ChannelEnds>& channels) {
  for (const ChannelEnds& c : channels)
    if (!c.from_name.empty() && !c.from_host && !c.to_host)
      return fmt::format("for example: 17, \"{0} -> {1}\", \"{2}\", \"-> {0}\"", c.from_name, c.to_name,
                         begin_name(c));
  return numbered_examples;
}

/// One side of an arrow.
struct End {
  bool host = false;
  std::uint32_t number = 0;
  std::optional<std::uint32_t> port;
  std::string name{};  ///< as it was given, where the network has names

  std::string text() const {
    if (!name.empty()) return name;
    return fmt::format("{} {}{}", host ? "host" : "switch", number,
                       port ? fmt::format(" port {}", *port) : "");
  }
  bool begins(const ChannelEnds& c) const {
    return c.from_host == host && c.from == number && (!port || (!host && c.port == *port));
  }
};

Problem unknown_word(const std::string& word, const std::vector<std::string>& valid,
                     const std::string& examples) {
  const std::string guess = nearest(word, valid);
  return {"", fmt::format("has the word \"{}\", which names nothing", word),
          guess.empty() ? examples : fmt::format("did you mean \"{}\"? {}", guess, examples)};
}

/// Parses a switch, host or port by its own name: "leaf1", "leaf1:eth3". Empty when none has it.
std::optional<End> named_end(std::string_view text, const std::vector<ChannelEnds>& channels) {
  for (const ChannelEnds& c : channels) {
    if (c.from_name.empty()) continue;
    if (c.from_name == text) return End{c.from_host, c.from, {}, std::string(text)};
    if (!c.from_host && begin_name(c) == text) return End{false, c.from, c.port, std::string(text)};
  }
  return std::nullopt;
}

/// Returns the valid names of an end, for hints.
std::vector<std::string> names_in(const std::vector<ChannelEnds>& channels) {
  std::set<std::string> names;
  for (const ChannelEnds& c : channels)
    if (!c.from_name.empty()) names.insert(c.from_name);
  std::vector<std::string> all(names.begin(), names.end());
  all.insert(all.end(), {"switch", "host"});
  return all;
}

/// Parses "switch 3", "switch 3 port 5" or "host 12"; case does not matter.
Result<End> parse_end(const std::string& text, const std::vector<ChannelEnds>& channels) {
  const std::string examples = examples_of(channels);
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    words.push_back(word);
  }
  if (words[0] != "switch" && words[0] != "host") {
    const bool named = !channels.empty() && !channels[0].from_name.empty();
    return unknown_word(named ? std::string(trimmed(text)) : words[0], names_in(channels), examples);
  }
  const auto number = words.size() > 1 ? parsed_number<std::uint32_t>(words[1]) : std::nullopt;
  if (!number) return Problem{"", fmt::format("does not say which {}", words[0]), examples};
  End end{words[0] == "host", *number, {}, {}};
  if (words.size() == 2) return end;
  if (words[2] != "port") return unknown_word(words[2], {"port"}, examples);
  end.port = words.size() == 4 ? parsed_number<std::uint32_t>(words[3]) : std::nullopt;
  if (!end.port) return Problem{"", "does not say which port, or says more than that", examples};
  return end;
}

/// Returns a problem when the end does not exist.
Problems check_end(const End& end, const std::vector<ChannelEnds>& channels) {
  std::uint32_t numbers = 0, ports = 0;
  for (const ChannelEnds& c : channels) {
    if (c.from_host == end.host) numbers = std::max(numbers, c.from + 1);
    if (c.from_host == end.host && c.from == end.number) ports = std::max(ports, c.port + 1);
  }
  const char *one = end.host ? "host" : "switch", *many = end.host ? "hosts" : "switches";
  if (end.number >= numbers)
    return {{"", fmt::format("there is no {} {}", one, end.number),
             fmt::format("this network has the {} 0 to {}", many, numbers - 1)}};
  if (end.port && (end.host || *end.port >= ports))
    return {{"", fmt::format("there is no {}", end.text()),
             end.host ? std::string("a host has one port: leave it out")
                      : fmt::format("switch {} has the ports 0 to {}", end.number, ports - 1)}};
  return {};
}

/// The problem of two existing ends without a cable between them.
Problem no_cable(const End& from, const End& to, const std::vector<ChannelEnds>& channels) {
  std::set<std::tuple<bool, std::uint32_t, std::string>> ends;
  for (const ChannelEnds& c : channels)
    if (from.begins(c)) ends.insert({c.to_host, c.to, c.to_name});
  std::string list;
  std::size_t shown = 0;
  for (const auto& [host, number, name] : ends) {
    if (++shown > 12) break;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", End{host, number, {}, name}.text());
  }
  return {"", fmt::format("no cable leads from {} to {}", from.text(), to.text()),
          fmt::format("{} leads to {}{}", from.text(), list, shown > 12 ? ", …" : "")};
}

}  // namespace

std::vector<ChannelEnds> ends_of_channels(const Network& network) {
  std::vector<ChannelEnds> all(network.channels());
  const bool one_rate = network.has_one_rate();
  for (PortId c = 0; c < network.channels(); ++c) {
    ChannelEnds& ends = all[c];
    ends.back = network.peer[c];
    ends.from_host = network.is_host_port(c), ends.to_host = network.is_host_port(ends.back);
    ends.from = ends.from_host ? network.host_at(c) : network.owner[c];
    ends.to = ends.to_host ? network.host_at(ends.back) : network.owner[ends.back];
    ends.port = ends.from_host ? 0 : c - network.first_port[ends.from];
    if (!one_rate) ends.full = network.link(c).rate;
    if (network.labels.switches.empty()) continue;
    ends.from_name = name_of_owner(network, c), ends.to_name = name_of_owner(network, ends.back);
    ends.port_name = own_name_of_port(network, c);
  }
  return all;
}

std::string begin_name(const ChannelEnds& c) {
  if (!c.port_name.empty()) return fmt::format("{}:{}", c.from_name, c.port_name);
  if (!c.from_name.empty()) return c.from_host ? c.from_name : fmt::format("{}:{}", c.from_name, c.port);
  return c.from_host ? fmt::format("host {}", c.from) : fmt::format("switch {} port {}", c.from, c.port);
}

std::string end_name(const ChannelEnds& c) {
  return c.to_name.empty() ? fmt::format("{} {}", c.to_host ? "host" : "switch", c.to) : c.to_name;
}

std::string channel_name(const ChannelEnds& c) { return fmt::format("{} -> {}", begin_name(c), end_name(c)); }

Result<std::vector<std::uint32_t>> find_channels(std::string_view text,
                                                 const std::vector<ChannelEnds>& channels) {
  if (const auto number = parsed_number<std::uint32_t>(text)) {
    if (*number < channels.size()) return std::vector{*number};
    return Problem{"", fmt::format("there is no channel {}", *number),
                   fmt::format("this network has the channels 0 to {}", channels.size() - 1)};
  }
  const std::size_t arrow = text.find("->");
  const auto side = [&](std::string_view words) -> Result<std::optional<End>> {
    if (trimmed(words).empty()) return std::optional<End>{};
    if (const auto named = named_end(trimmed(words), channels)) return named;
    const auto end = parse_end(std::string(words), channels);
    if (!end) return end.problems();
    if (Problems problems = check_end(*end, channels); !problems.empty()) return problems;
    return std::optional(*end);
  };
  const auto from = side(text.substr(0, arrow));
  if (!from) return from.problems();
  const auto to = side(arrow == std::string_view::npos ? "" : text.substr(arrow + 2));
  if (!to) return to.problems();
  if (!*from && !*to) return Problem{"", "names no channel", examples_of(channels)};
  std::vector<std::uint32_t> found;
  for (std::uint32_t c = 0; c < channels.size(); ++c)
    if ((!*from || (*from)->begins(channels[c])) && (!*to || (*to)->begins(channels[channels[c].back])))
      found.push_back(c);
  if (found.empty()) return no_cable(**from, **to, channels);
  return found;
}

}  // namespace ebb::inline report
