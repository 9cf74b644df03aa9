#include "report/page/network_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "report/document/packed_bytes.hpp"

namespace ebb::inline report {
namespace {

/// Every channel is shown if this many spans of each fit: up to a million channels.
constexpr std::size_t least_spans = 8;

/// Channels of one kind between two positions. A host has the position of its switch.
struct Row {
  std::int32_t from = 0, to = 0;  ///< positions; -1 - position for hosts
  std::uint8_t kind = 0;
  std::int32_t members = 0;
};

struct Ends {
  std::vector<std::int32_t> from, to, place_of;
  std::vector<std::uint8_t> kind;

  /// A host's position is that of the switch at the other end of its cable.
  std::tuple<std::int32_t, std::int32_t, std::uint8_t> key(std::size_t channel) const {
    const std::int32_t a = from[channel], b = to[channel];
    const auto place = [&](std::int32_t end) { return place_of[static_cast<std::size_t>(end)]; };
    if (a < 0) return {-1 - place(b), place(b), kind[channel]};
    if (b < 0) return {place(a), -1 - place(a), kind[channel]};
    return {place(a), place(b), kind[channel]};
  }
};

std::optional<Ends> ends_of(const PageJson& network) {
  const auto channels = static_cast<std::size_t>(number_at(network, "channels").value_or(0));
  const auto switches = static_cast<std::size_t>(number_at(network, "switches").value_or(0));
  auto from = unpacked_numbers(text_at(network, "from"), channels),
       to = unpacked_numbers(text_at(network, "to"), channels),
       places = unpacked_numbers(text_at(network, "place_of"), switches);
  auto kind = unpacked_bytes(text_at(network, "kind"), channels);
  if (!from || !to || !places || !kind) return std::nullopt;
  return Ends{std::move(*from), std::move(*to), std::move(*places), std::move(*kind)};
}

/// Returns the mean of each row's channels; of states the nearest one to the mean.
std::string averaged(const PageJson& history, const char* name, const std::vector<std::int32_t>& row_of,
                     const std::vector<Row>& rows, std::size_t spans) {
  const auto plane = unpacked_bytes(text_at(history, name), row_of.size() * spans);
  std::vector<std::uint32_t> sums(rows.size() * spans);
  if (plane)
    for (std::size_t c = 0; c < row_of.size(); ++c)
      for (std::size_t s = 0; s < spans; ++s)
        sums[static_cast<std::size_t>(row_of[c]) * spans + s] += (*plane)[c * spans + s];
  std::vector<std::uint8_t> means(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const auto members = static_cast<std::uint32_t>(rows[i / spans].members);
    means[i] = static_cast<std::uint8_t>((sums[i] + members / 2) / members);
  }
  return packed(std::span<const std::uint8_t>(means));
}

std::string row_name(const PageJson& network, const Row& row) {
  const auto place = [&](std::int32_t end) {
    const auto number = static_cast<std::size_t>(end < 0 ? -1 - end : end);
    const PageJson& places = member(network, "places");
    const std::string name = number < places.size() && places[number].is_array() && !places[number].empty() &&
                                     places[number][0].is_string()
                                 ? places[number][0].get<std::string>()
                                 : fmt::format("place {}", number);
    return end < 0 ? "hosts of " + name : name;
  };
  return fmt::format("{} \u2192 {} ({} {})", place(row.from), place(row.to), row.members,
                     row.members == 1 ? "channel" : "channels");
}

/// Joins pairs of spans; `by` combines two bytes. A last one without a neighbour is unchanged.
template <class By>
void join_plane(PageJson& history, const char* name, std::size_t channels, std::size_t spans, By by) {
  const auto plane = unpacked_bytes(text_at(history, name), channels * spans);
  if (!plane) return;
  std::vector<std::uint8_t> joined;
  joined.reserve(channels * ((spans + 1) / 2));
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t s = 0; s < spans; s += 2) {
      const unsigned first = (*plane)[c * spans + s];
      joined.push_back(static_cast<std::uint8_t>(
          s + 1 < spans ? by(first, unsigned{(*plane)[c * spans + s + 1]}) : first));
    }
  history[name] = packed(std::span<const std::uint8_t>(joined));
}

/// Joins pairs of spans: shares become their mean, changes their sum, a reason the later one, a rate the
/// faster one.
void join_spans(PageJson& history, std::size_t channels, std::size_t spans) {
  for (const char* name : {"busy", "rate"})
    join_plane(history, name, channels, spans, [](unsigned a, unsigned b) { return (a + b + 1) / 2; });
  join_plane(history, "state", channels, spans, [](unsigned a, unsigned b) { return std::max(a, b); });
  join_plane(history, "why", channels, spans, [](unsigned a, unsigned b) { return b ? b : a; });
  join_plane(history, "changes", channels, spans,
             [](unsigned a, unsigned b) { return std::min(a + b, 255u); });
  history["spans"] = (spans + 1) / 2;
  history["span_ps"] = 2 * number_at(history, "span_ps").value_or(0);
}

}  // namespace

bool fit_for_page(PageJson& network, PageJson& history, std::size_t most) {
  const auto channels = static_cast<std::size_t>(number_at(network, "channels").value_or(0));
  auto spans = static_cast<std::size_t>(number_at(history, "spans").value_or(0));
  for (; channels * spans > most && channels * least_spans <= most; spans = (spans + 1) / 2)
    join_spans(history, channels, spans);
  if (channels * spans <= most) return false;
  const auto ends = ends_of(network);
  if (!ends) return false;
  std::map<std::tuple<std::int32_t, std::int32_t, std::uint8_t>, std::int32_t> known;
  std::vector<Row> rows;
  std::vector<std::int32_t> row_of;
  for (std::size_t c = 0; c < channels; ++c) {
    const auto key = ends->key(c);
    const auto [at, is_new] = known.try_emplace(key, static_cast<std::int32_t>(rows.size()));
    if (is_new) rows.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), 0});
    ++rows[static_cast<std::size_t>(at->second)].members;
    row_of.push_back(at->second);
  }
  for (const char* name : {"busy", "rate", "state"})
    history[name] = averaged(history, name, row_of, rows, spans);
  for (const char* name : {"why", "changes", "reasons"}) history.erase(name);
  std::vector<std::int32_t> from, to, places, members;
  std::vector<std::uint8_t> kind;
  PageJson names = PageJson::array();
  for (const Row& row : rows) {
    from.push_back(row.from), to.push_back(row.to), kind.push_back(row.kind);
    members.push_back(row.members), names.push_back(row_name(network, row));
  }
  const auto count = static_cast<std::int32_t>(member(network, "places").size());
  for (std::int32_t place = 0; place < count; ++place) places.push_back(place);
  network["from"] = packed(from), network["to"] = packed(to), network["place_of"] = packed(places);
  network["members"] = packed(members);
  network["kind"] = packed(std::span<const std::uint8_t>(kind)), network["names"] = std::move(names);
  network["channels"] = rows.size(), history["channels"] = rows.size();
  network.erase("channel_names");
  return true;
}

}  // namespace ebb::inline report
