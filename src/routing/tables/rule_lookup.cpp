#include "routing/tables/rule_lookup.hpp"

#include <algorithm>
#include <bit>

#include "base/ensure.hpp"
#include "base/random.hpp"

namespace ebb::inline routing {
namespace {

/// A step over more bits gives fewer steps and larger trees.
constexpr unsigned most_step_bits = 8, most_field_bits = 11;

bool is_flat(const AddressPlan& plan) { return plan.bits() == address_bits; }

}  // namespace

void RuleLookup::begin(const Network& network, const AddressPlan& plan) {
  *this = {};
  answers_.push_back({});  // no match
  const unsigned bits =
      is_flat(plan) ? static_cast<unsigned>(std::bit_width(network.hosts - 1)) : plan.bits();
  ENSURE(bits <= 32);
  inside_ = (Address{1} << bits) - 1;
  cut_address(plan);
  note_addresses(network, plan);
  top_.assign(network.switches(), 0);
  roots_of_.resize(network.switches());
}

/// Steps end where fields end: a table mostly matches whole fields.
void RuleLookup::cut_address(const AddressPlan& plan) {
  const auto cut = [&](Key key, std::uint8_t shift, unsigned width, bool join) {
    Chunk* last = chunks_.empty() ? nullptr : &chunks_.back();
    if (join && last && last->key == key && last->width + width <= most_step_bits) {
      last->shift = shift, last->width = static_cast<std::uint8_t>(last->width + width);
      return;
    }
    while (width > 0) {
      const unsigned step = std::min(width, most_field_bits);
      width -= step;
      chunks_.push_back({key, static_cast<std::uint8_t>(shift + width), static_cast<std::uint8_t>(step)});
    }
  };
  if (is_flat(plan)) {
    for (Key key : {Key::destination, Key::source})
      cut(key, 0, static_cast<unsigned>(std::bit_width(inside_)), false);
  } else {
    for (const AddressField& f : plan.fields())
      cut(f.level == AddressLevel::host ? Key::destination : Key::destination_switch,
          static_cast<std::uint8_t>(f.shift), f.width, true);
    for (const AddressField& f : plan.fields())
      cut(Key::source, static_cast<std::uint8_t>(f.shift), f.width, false);
  }
  const auto top = std::find_if(chunks_.begin(), chunks_.end(),
                                [](const Chunk& c) { return c.key == Key::destination_switch; });
  if (top == chunks_.end()) return;
  top_shift_ = top->shift;
  top_mask_ = (1u << top->width) - 1;
}

void RuleLookup::note_addresses(const Network& network, const AddressPlan& plan) {
  switch_address_.assign(network.switches(), 0);
  port_address_.assign(network.switch_ports(), no_id);
  host_address_.resize(network.hosts);
  for (HostId h = 0; h < network.hosts; ++h) {
    const auto address = static_cast<std::uint32_t>(plan.address(h));
    const PortId port = network.peer[network.host_port(h)];
    host_address_[h] = port_address_[port] = switch_address_[network.owner[port]] = address;
  }
}

void RuleLookup::add(SwitchId s, std::uint32_t ports, const ForwardingTable& table) {
  ports_ = ports;
  if (table.rules.empty() || table.rules.front().stage > 0) roots_of_[s] = {build({}, true)};
  for (std::size_t from = 0, to = 0; from < table.rules.size(); from = to) {
    const std::uint8_t stage = table.rules[from].stage;
    Rules rules;
    for (; to < table.rules.size() && table.rules[to].stage == stage; ++to) {
      const Rule& rule = table.rules[to];
      rules.push_back({&rule, rule.destination.mask & inside_, rule.source.mask & inside_,
                       rule.in_port != no_id, rule.service != any_class});
    }
    roots_of_[s].resize(std::max<std::size_t>(roots_of_[s].size(), stage + 1u), no_match);
    roots_of_[s][stage] = build(std::move(rules), stage == 0);
  }
}

void RuleLookup::finish() {
  for (const auto& roots : roots_of_) stages_ = std::max(stages_, static_cast<std::uint32_t>(roots.size()));
  roots_.assign(roots_of_.size() * stages_, no_match);
  for (std::size_t s = 0; s < roots_of_.size(); ++s) {
    std::copy(roots_of_[s].begin(), roots_of_[s].end(),
              roots_.begin() + static_cast<std::ptrdiff_t>(s * stages_));
    if (!roots_of_[s].empty()) top_[s] = nodes_[roots_of_[s][0] & ~is_node].first;
  }
  roots_of_ = {}, known_ = {};
}

/// The first rule without remaining conditions decides. Later ones cannot match.
std::uint32_t RuleLookup::build(Rules rules, bool from_the_top) {
  const auto last = std::find_if(rules.begin(), rules.end(), [](const Pending& p) { return p.is_decided(); });
  if (last != rules.end()) rules.erase(std::next(last), rules.end());
  if (from_the_top)
    return split_by_bits(
        rules, {Key::destination_switch, top_shift_, static_cast<std::uint8_t>(std::bit_width(top_mask_))});
  if (rules.empty()) return no_match;
  if (rules.front().is_decided()) return number_of(*rules.front().rule);
  if (const Chunk* chunk = next_chunk(rules)) return split_by_bits(rules, *chunk);
  const bool by_input = std::any_of(rules.begin(), rules.end(), [](const Pending& p) { return p.input; });
  return by_input ? split_by_input(rules) : split_by_service(rules);
}

const RuleLookup::Chunk* RuleLookup::next_chunk(const Rules& rules) const {
  for (const Chunk& chunk : chunks_)
    for (const Pending& p : rules)
      if ((chunk.key == Key::source ? p.source : p.destination) & chunk.mask()) return &chunk;
  return nullptr;
}

/// Assigns the rules to all values of the bits that they match. Each rule's ignored bits run through all
/// their values.
std::uint32_t RuleLookup::split_by_bits(const Rules& rules, const Chunk& chunk) {
  const std::uint32_t all = (1u << chunk.width) - 1;
  std::vector<Rules> parts(std::size_t{all} + 1);
  for (const Pending& p : rules) {
    const Ternary& match = chunk.key == Key::source ? p.rule->source : p.rule->destination;
    const auto value = static_cast<std::uint32_t>(match.value >> chunk.shift) & all;
    const std::uint32_t ignored = all & ~static_cast<std::uint32_t>(match.mask >> chunk.shift);
    Pending rest = p;
    (chunk.key == Key::source ? rest.source : rest.destination) &= ~chunk.mask();
    for (std::uint32_t more = ignored;; more = (more - 1) & ignored) {
      Rules& part = parts[value | more];
      if (part.empty() || !part.back().is_decided()) part.push_back(rest);
      if (more == 0) break;
    }
  }
  std::vector<std::uint32_t> entries;
  for (Rules& part : parts) entries.push_back(build(std::move(part), false));
  return number_of({0, all, chunk.shift, chunk.key}, entries);
}

std::uint32_t RuleLookup::split_by_input(const Rules& rules) {
  std::vector<std::uint32_t> entries;
  for (std::uint32_t port = 0; port < ports_; ++port) {
    Rules part;
    for (const Pending& p : rules)
      if (!p.input || p.rule->in_port == port) part.push_back(p), part.back().input = false;
    entries.push_back(build(std::move(part), false));
  }
  return number_of({0, 0xffff, 0, Key::input}, entries);
}

std::uint32_t RuleLookup::split_by_service(const Rules& rules) {
  std::vector<std::uint32_t> entries;
  for (std::uint32_t service = 0; service <= no_service; ++service) {
    Rules part;
    for (const Pending& p : rules)
      if (!p.service || p.rule->service == (service == no_service ? from_host : service))
        part.push_back(p), part.back().service = false;
    entries.push_back(build(std::move(part), false));
  }
  return number_of({0, no_service, 0, Key::service}, entries);
}

std::uint32_t RuleLookup::number_of(const Rule& rule) {
  const RuleAnswer answer{static_cast<std::uint16_t>(rule.out_port),
                          static_cast<std::uint16_t>(rule.condition.port),
                          rule.change,
                          rule.condition.signal,
                          rule.condition.while_busy,
                          rule.condition.service};
  const auto found = std::find(answers_.begin() + 1, answers_.end(), answer);
  if (found == answers_.end())
    return answers_.push_back(answer), static_cast<std::uint32_t>(answers_.size() - 1);
  return static_cast<std::uint32_t>(found - answers_.begin());
}

std::uint32_t RuleLookup::number_of(Node node, const std::vector<std::uint32_t>& entries) {
  std::uint64_t hash = mix_bits(node.shift * 8u + static_cast<unsigned>(node.key) + entries.size() * 4096);
  for (std::uint32_t e : entries) hash = mix_bits(hash ^ e);
  const auto [from, to] = known_.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    const Node& n = nodes_[it->second];
    if (n.key == node.key && n.shift == node.shift && n.mask == node.mask &&
        n.first + entries.size() <= entries_.size() &&
        std::equal(entries.begin(), entries.end(), entries_.begin() + n.first))
      return it->second | is_node;
  }
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  node.first = static_cast<std::uint32_t>(entries_.size());
  entries_.insert(entries_.end(), entries.begin(), entries.end());
  nodes_.push_back(node);
  known_.emplace(hash, id);
  return id | is_node;
}

std::uint64_t RuleLookup::bytes() const {
  return nodes_.size() * sizeof(Node) + answers_.size() * sizeof(RuleAnswer) +
         4 * (entries_.size() + top_.size() + roots_.size() + switch_address_.size() + port_address_.size() +
              host_address_.size());
}

}  // namespace ebb::inline routing
