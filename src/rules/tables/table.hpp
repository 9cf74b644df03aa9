// A switch's forwarding table as plain data: match, priority, output. The same table is counted by a plan,
// walked by a test and loaded into a real switch.
//
// A table may have several stages, as an OpenFlow switch has several tables. The stages are evaluated in
// turn. In each the highest priority that matches wins. If the winner's condition holds, the frame follows
// it; otherwise the next stage is evaluated. If no winner's condition holds, the frame follows the first
// winner, and waits for its output: a condition that fails never drops a frame. (Benito's figure 9 prints one
// list in which rules whose condition fails are ignored. As printed, it drops frames from other switches
// whose port is paused, because the alternatives there match injection ports only.)
#pragma once

#include <cstdint>
#include <vector>

#include "rules/tables/address.hpp"

namespace ebb::inline rules {

/// How many destinations share a rule (Benito, figures 2 and 5).
enum class Organisation : std::uint8_t { flat, per_switch, per_group, compacted };
inline constexpr std::size_t organisations = 4;
constexpr auto names_of(Organisation) {
  return std::array<std::string_view, organisations>{"flat", "per switch", "per group", "compacted"};
}

/// A class of service, Ethernet's virtual channel.
using ServiceClass = std::uint8_t;
inline constexpr ServiceClass any_class = 255;
inline constexpr ServiceClass from_host = 254;  ///< of a frame that no switch has given a class yet

struct Header {
  Address destination = 0, source = 0;
  std::uint32_t in_port = no_id;
  ServiceClass service = from_host;
};

/// The signals on which a rule can depend: whether the other end has paused an output, whether its queue is
/// longer than a threshold, or a congestion notification (802.1Qau), which reports that packets to that group
/// of destinations meet a long queue.
enum class Signal : std::uint8_t { none, pause, queue, congestion_notification };

struct Condition {
  Signal signal = Signal::none;  ///< none: always holds
  /// Holds only while the output is paused, its queue long or the destination congested; otherwise only while
  /// not.
  bool while_busy = false;
  std::uint32_t port = 0;
  ServiceClass service = any_class;  ///< any_class: the one that the frame would leave in
  bool operator==(const Condition&) const = default;
};

/// The effect of a rule on the class of a frame. `next` is one more than the frame came with, and 0 for a
/// frame from a host: what a switch's map of priorities by input port does, without any rule.
struct ClassChange {
  enum class Kind : std::uint8_t { keep, set, next };
  Kind kind = Kind::keep;
  ServiceClass to = 0;  ///< for set

  constexpr ServiceClass after(ServiceClass before) const {
    if (kind == Kind::set) return to;
    if (before == from_host) return 0;
    return kind == Kind::next ? static_cast<ServiceClass>(before + 1) : before;
  }
  bool operator==(const ClassChange&) const = default;
};

struct Rule {
  Ternary destination{}, source{};  ///< a mask of 0 matches everything
  std::uint32_t in_port = no_id;    ///< no_id: any
  std::uint16_t priority = 0;       ///< the highest matching one of a stage wins
  std::uint32_t out_port = 0;       ///< number on the switch, from 0; so is in_port
  ServiceClass service = any_class;
  std::uint8_t stage = 0;
  Condition condition{};
  ClassChange change{};

  bool matches(const Header& header) const {
    return destination.matches(header.destination) && source.matches(header.source) &&
           (in_port == no_id || in_port == header.in_port) &&
           (service == any_class || service == header.service);
  }
  bool operator==(const Rule&) const = default;
};

/// Stage by stage, each in descending priority. Rules of equal stage and priority never match the same
/// header.
struct ForwardingTable {
  std::vector<Rule> rules;
};

/// Returns the port of the table while no output is busy, by trying rule after rule as the definition has it;
/// no_id when none matches, which means that the switch drops the frame.
std::uint32_t lookup(const ForwardingTable& table, const Header& header);

/// The winners of the stages, in order: the frame follows the first whose condition holds, otherwise the
/// first. Empty: the frame is dropped. Winners after one without a condition are omitted.
std::vector<const Rule*> winners(const ForwardingTable& table, const Header& header);

/// True when a rule's condition holds; `busy(signal, port, service)` gives the state of the outputs.
template <class Busy>
bool holds(const Rule& rule, ServiceClass came, const Busy& busy) {
  const Condition& c = rule.condition;
  if (c.signal == Signal::none) return true;
  const ServiceClass service = c.service == any_class ? rule.change.after(came) : c.service;
  return busy(c.signal, c.port, service) == c.while_busy;
}

/// Returns the rule that a frame follows, null when it is dropped.
template <class Busy>
const Rule* followed(const ForwardingTable& table, const Header& header, const Busy& busy) {
  const std::vector<const Rule*> all = winners(table, header);
  for (const Rule* rule : all)
    if (holds(*rule, header.service, busy)) return rule;
  return all.empty() ? nullptr : all.front();
}

/// The same results in the time of a few binary searches: rules that compare the same bits are in one sorted
/// array (tuple space search). For tables of one stage without classes.
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
