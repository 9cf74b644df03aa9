// A switch's forwarding table as plain data: what to match, who wins, where to send. The same table is
// counted by a plan, walked by a test and loaded into a real switch.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/address.hpp"

namespace ebb::inline rules {

/// How many destinations share a rule (Benito, figures 2 and 5).
enum class Organisation : std::uint8_t { flat, per_switch, per_group, compacted };
inline constexpr std::size_t organisations = 4;
constexpr auto names_of(Organisation) {
  return std::array<std::string_view, organisations>{"flat", "per switch", "per group", "compacted"};
}

struct Header {
  Address destination = 0, source = 0;
  std::uint32_t in_port = no_id;
};

struct Rule {
  Ternary destination, source;    ///< a mask of 0 matches everything
  std::uint32_t in_port = no_id;  ///< no_id: any
  std::uint16_t priority = 0;     ///< the highest that matches wins
  std::uint32_t out_port = 0;     ///< number on the switch, from 0; so is in_port

  bool matches(const Header& header) const {
    return destination.matches(header.destination) && source.matches(header.source) &&
           (in_port == no_id || in_port == header.in_port);
  }
  bool operator==(const Rule&) const = default;
};

/// Rules in descending priority. Rules of equal priority never match the same header.
struct ForwardingTable {
  std::vector<Rule> rules;
};

/// The port that the table says, by trying rule after rule as the definition has it; no_id when none matches,
/// which means that the switch drops the frame.
std::uint32_t lookup(const ForwardingTable& table, const Header& header);

/// The same answers in the time of a few binary searches: rules that compare the same bits stand in one
/// sorted array (tuple space search).
class TableIndex {
 public:
  TableIndex() = default;
  explicit TableIndex(const ForwardingTable& table);
  std::uint32_t lookup(const Header& header) const;

 private:
  struct Key {
    Address destination, source;
    std::uint32_t in_port, out_port;
    auto operator<=>(const Key&) const = default;
  };
  struct Tuple {
    Address destination_mask, source_mask;
    bool any_in_port;
    std::uint16_t priority;
    std::vector<Key> keys;
  };
  std::vector<Tuple> tuples_;  ///< in descending priority
};

}  // namespace ebb::inline rules
