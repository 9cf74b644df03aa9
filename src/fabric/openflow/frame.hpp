// The fields of a frame that our rules use, and a parsed rule. The in-memory switch forwards by them, `check`
// follows frames with them and `verify` predicts with them. They are always parsed from the texts of rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/openflow/flow_rule.hpp"

namespace ebb::inline fabric {

/// A VLAN tag has three bits of priority above its id.
inline constexpr int priority_shift = 13, service_classes = 8;

struct Frame {
  std::uint64_t source = 0, destination = 0;  ///< MAC addresses
  std::uint16_t type = 0;                     ///< EtherType after any tags
  /// VLAN tags, the outermost last: the id in the lower 12 bits, the priority (class of service) in the
  /// upper 3.
  std::vector<std::uint16_t> tags;

  bool operator==(const Frame&) const = default;
};

/// A MAC address of which only the bits of the mask are compared.
struct MaskedMac {
  std::uint64_t value = 0, mask = 0;
  auto operator<=>(const MaskedMac&) const = default;
};

struct FrameMatch {
  std::optional<std::uint32_t> in_port;
  std::optional<std::uint16_t> tag, type;
  std::optional<std::uint8_t> priority;  ///< of the outermost tag
  MaskedMac source, destination;
};

struct FrameAction {
  enum class Kind : std::uint8_t {
    output,
    back,  ///< to the port that the frame came from
    push_tag,
    set_tag,       ///< its id
    set_priority,  ///< of the tag
    pop_tag,
    set_source,
    set_destination,
    to_table,
    to_group
  };
  Kind kind = Kind::output;
  std::uint64_t value = 0;
};

/// "02:00:00:00:01:0f" as a number; nothing for any other text.
std::optional<std::uint64_t> parse_mac(std::string_view text);

/// Parses the syntax that our rules use; anything else is a problem that names the word.
Result<FrameMatch> parse_match(const std::string& match);
Result<std::vector<FrameAction>> parse_actions(const std::string& actions);
/// The actions of a bucket such as "weight:1,actions=output:3".
Result<std::vector<FrameAction>> parse_bucket(const std::string& bucket);

/// Splits a list at its commas, except inside parentheses.
std::vector<std::string> cut_list(std::string_view text);

}  // namespace ebb::inline fabric
