#include "topology/file/repetita_file.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "config/toml_file.hpp"
#include "topology/file/line_words.hpp"

namespace ebb::inline topology {
namespace {

constexpr std::size_t largest_file = 64u << 20;
constexpr std::size_t most_routers = 2'000, most_links = 20'000;

/// Gives the words of each line that has some, and collects at most 20 problems.
class Lines {
 public:
  Lines(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  bool next() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      words = words_of(text_.substr(0, end), " \t\r");
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      ++line_;
      if (!words.empty()) return true;
    }
    words.clear();
    return false;
  }
  void complain(std::string what, std::string hint) {
    if (problems.size() < 20)
      problems.push_back({fmt::format("{}:{}", path_, line_), std::move(what), std::move(hint)});
  }
  /// "NODES 19", and the line of column names after it.
  bool heading(std::string_view name, std::string_view columns) {
    announced_ = words.size() == 2 ? parsed_number<std::size_t>(words[1]) : std::nullopt;
    if (!announced_ || words[0] != name) {
      complain(fmt::format("does not begin the list {} with its length", name),
               fmt::format("a line such as \"{} 12\", then \"{}\"", name, columns));
      return false;
    }
    return next();
  }
  /// A file that was cut off has fewer lines than its heading says.
  void check_length(std::string_view name, std::size_t found) {
    if (announced_ && *announced_ != found && problems.empty())
      complain(
          fmt::format("ends the list {} with {} lines, but its heading says {}", name, found, *announced_),
          "is the file complete?");
  }
  std::optional<RouterId> router(std::string_view word, std::size_t routers) {
    const auto id = parsed_number<RouterId>(word);
    if (id && *id < routers) return id;
    complain(fmt::format("names router \"{}\", but there are {}", word, routers),
             "routers are numbered from 0 in the order of their lines");
    return std::nullopt;
  }

  std::vector<std::string_view> words;
  Problems problems;

 private:
  std::string_view text_;
  std::string path_;
  std::size_t line_ = 0;
  std::optional<std::size_t> announced_;
};

struct Channel {
  RouterId from = 0, to = 0;
  std::int64_t metric = 0;
  double capacity = 0;
};

void read_routers(Lines& lines, IgpNetwork& network) {
  while (lines.next() && lines.words[0] != "EDGES") {
    network.routers.emplace_back(lines.words[0]);
    if (network.routers.size() > most_routers)
      return lines.complain(fmt::format("has more than {} routers", most_routers),
                            "one path is searched for every pair: take a part of the network");
  }
  lines.check_length("NODES", network.routers.size());
}

std::vector<Channel> read_channels(Lines& lines, std::size_t routers) {
  std::vector<Channel> channels;
  while (lines.next()) {
    const auto& w = lines.words;
    if (w.size() != 6) {
      lines.complain(fmt::format("has {} values, but there are 6 columns", w.size()),
                     "label src dest weight bw delay");
      continue;
    }
    const auto from = lines.router(w[1], routers), to = lines.router(w[2], routers);
    if (!from || !to) continue;
    const auto metric = parsed_number<std::int64_t>(w[3]);
    const auto capacity = parsed_number<double>(w[4]);
    if (*from == *to)
      lines.complain("leads from a router to itself", "delete the line, and the channel back");
    else if (!metric || *metric < 1 || *metric > 1'000'000'000)
      lines.complain(fmt::format("has the weight \"{}\"", w[3]), "a whole number from 1 to 1,000,000,000");
    else if (!capacity || !(*capacity > 0 && *capacity < 1e15))
      lines.complain(fmt::format("has the bandwidth \"{}\"", w[4]), "a positive number, in kbit/s");
    else
      channels.push_back({*from, *to, *metric, *capacity});
    if (channels.size() > 2 * most_links) {
      lines.complain(fmt::format("has more than {} channels", 2 * most_links), "take a part of the network");
      break;
    }
  }
  lines.check_length("EDGES", channels.size());
  return channels;
}

/// The n-th channel from one router to another, and the n-th one back, are a link.
Problems pair_channels(const std::vector<Channel>& channels, const std::string& path, IgpNetwork& network) {
  std::map<std::pair<RouterId, RouterId>, std::vector<std::size_t>> between;
  for (std::size_t i = 0; i < channels.size(); ++i) between[{channels[i].from, channels[i].to}].push_back(i);
  std::vector<std::size_t> seen(channels.size(), 0);
  for (const auto& [ends, forth] : between) {
    const auto back = between.find({ends.second, ends.first});
    if (back == between.end() || back->second.size() != forth.size())
      return {{path,
               fmt::format("has {} channels from \"{}\" to \"{}\", but {} back", forth.size(),
                           network.routers[ends.first], network.routers[ends.second],
                           back == between.end() ? 0 : back->second.size()),
               "a link sleeps in both directions: list each channel and its counterpart"}};
    for (std::size_t n = 0; n < forth.size(); ++n) seen[forth[n]] = back->second[n];
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const Channel &c = channels[i], &r = channels[seen[i]];
    if (seen[i] > i) network.links.push_back({c.from, c.to, c.metric, r.metric, c.capacity, r.capacity});
  }
  return {};
}

bool is_connected(const IgpNetwork& network) {
  std::vector<RouterId> root(network.size());
  for (RouterId s = 0; s < network.size(); ++s) root[s] = s;
  const auto find = [&](RouterId s) {
    while (root[s] != s) s = root[s] = root[root[s]];
    return s;
  };
  std::size_t parts = network.size();
  for (const IgpLink& link : network.links) {
    const RouterId a = find(link.a), b = find(link.b);
    if (a != b) root[a] = b, --parts;
  }
  return parts == 1;
}

}  // namespace

Result<IgpNetwork> parse_repetita_graph(std::string_view text, const std::string& path) {
  Lines lines(text, path);
  IgpNetwork network;
  lines.next();
  if (!lines.heading("NODES", "label x y")) return lines.problems;
  read_routers(lines, network);
  if (!lines.problems.empty()) return lines.problems;
  if (!lines.heading("EDGES", "label src dest weight bw delay")) return lines.problems;
  const std::vector<Channel> channels = read_channels(lines, network.routers.size());
  if (!lines.problems.empty()) return lines.problems;
  if (Problems problems = pair_channels(channels, path, network); !problems.empty()) return problems;
  if (!is_connected(network))
    return Problem{path, "is not connected", "a router without a path cannot be reached: remove it"};
  return network;
}

Result<std::vector<IgpDemand>> parse_repetita_demands(std::string_view text, const std::string& path,
                                                      const IgpNetwork& network) {
  Lines lines(text, path);
  lines.next();
  if (!lines.heading("DEMANDS", "label src dest bw")) return lines.problems;
  std::vector<IgpDemand> demands;
  while (lines.next()) {
    const auto& w = lines.words;
    if (w.size() != 4) {
      lines.complain(fmt::format("has {} values, but there are 4 columns", w.size()), "label src dest bw");
      continue;
    }
    const auto from = lines.router(w[1], network.size()), to = lines.router(w[2], network.size());
    const auto rate = parsed_number<double>(w[3]);
    if (!rate || !(*rate >= 0 && *rate < 1e15))
      lines.complain(fmt::format("has the rate \"{}\"", w[3]), "a number that is not negative, in kbit/s");
    else if (from && to)
      demands.push_back({*from, *to, *rate});
  }
  lines.check_length("DEMANDS", demands.size());
  if (!lines.problems.empty()) return lines.problems;
  return demands;
}

Result<IgpNetwork> read_repetita_graph(const std::string& path) {
  const auto text = read_text_file(path, largest_file);
  if (!text) return text.problems();
  return parse_repetita_graph(*text, path);
}

Result<std::vector<IgpDemand>> read_repetita_demands(const std::string& path, const IgpNetwork& network) {
  const auto text = read_text_file(path, largest_file);
  if (!text) return text.problems();
  return parse_repetita_demands(*text, path, network);
}

}  // namespace ebb::inline topology
