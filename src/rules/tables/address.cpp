#include "rules/tables/address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/ensure.hpp"

namespace ebb::inline rules {
namespace {

unsigned bits_for(std::uint32_t values) { return static_cast<unsigned>(std::bit_width(values - 1)); }

/// The phase-in code of `value` among `values`.
Ternary code_of(std::uint32_t value, std::uint32_t values) {
  const unsigned width = bits_for(values);
  const std::uint64_t codes = std::uint64_t{1} << width, single = 2 * std::uint64_t{values} - codes;
  if (value < single) return {value, codes - 1};
  return {2 * std::uint64_t{value} - single, codes - 2};
}

std::uint32_t value_of(Address code, std::uint32_t values) {
  const std::uint64_t codes = std::uint64_t{1} << bits_for(values),
                      single = 2 * std::uint64_t{values} - codes;
  code &= codes - 1;
  return static_cast<std::uint32_t>(code < single ? code : (code + single) / 2);
}

}  // namespace

AddressPlan::AddressPlan(std::vector<AddressField> fields, std::uint32_t hosts)
    : fields_(std::move(fields)), hosts_(hosts) {
  std::uint64_t below = 1;
  for (std::size_t f = fields_.size(); f-- > 0;) {
    ENSURE(below <= 0xffffffffu);  // the outermost field may count further than there are hosts
    fields_[f].hosts_below = static_cast<std::uint32_t>(below);
    below *= fields_[f].values;
  }
  ENSURE(hosts > 0 && below >= hosts);
  place_fields();
}

AddressPlan AddressPlan::flat(std::uint32_t hosts) {
  AddressPlan plan;
  plan.fields_ = {{"host", AddressLevel::host, hosts, 0, address_bits, 1}};
  plan.hosts_ = hosts;
  plan.bits_ = address_bits;
  return plan;
}

AddressPlan AddressPlan::per_switch(const std::vector<std::vector<HostId>>& hosts_of_access_switch) {
  AddressPlan plan;
  std::size_t most = 1;
  for (const auto& hosts : hosts_of_access_switch) {
    plan.start_.push_back(static_cast<std::uint32_t>(plan.order_.size()));
    plan.order_.insert(plan.order_.end(), hosts.begin(), hosts.end());
    most = std::max(most, hosts.size());
  }
  plan.hosts_ = static_cast<std::uint32_t>(plan.order_.size());
  plan.rank_.resize(plan.hosts_);
  for (std::uint32_t i = 0; i < plan.hosts_; ++i) plan.rank_[plan.order_[i]] = i;
  plan.fields_ = {
      {"switch", AddressLevel::access_switch, static_cast<std::uint32_t>(hosts_of_access_switch.size())},
      {"host", AddressLevel::host, static_cast<std::uint32_t>(most)}};
  plan.place_fields();
  return plan;
}

void AddressPlan::place_fields() {
  for (std::size_t f = fields_.size(); f-- > 0;) {
    fields_[f].shift = bits_;
    fields_[f].width = bits_for(fields_[f].values);
    bits_ += fields_[f].width;
  }
  ENSURE(bits_ <= address_bits);
}

std::uint32_t AddressPlan::sub_blocks(std::size_t field, std::uint32_t first) const {
  if (!start_.empty()) {
    if (field == 0) return fields_[0].values;
    const auto next = std::upper_bound(start_.begin(), start_.end(), first);
    return (next == start_.end() ? hosts_ : *next) - first;
  }
  const std::uint32_t below = fields_[field].hosts_below, left = hosts_ - first;
  return std::min(fields_[field].values, left / below + (left % below != 0));
}

std::uint32_t AddressPlan::sub_block_with(std::size_t field, std::uint32_t first,
                                          std::uint32_t number) const {
  if (start_.empty() || field > 0) return (number - first) / fields_[field].hosts_below;
  return static_cast<std::uint32_t>(std::upper_bound(start_.begin(), start_.end(), number) - start_.begin() -
                                    1);
}

std::uint32_t AddressPlan::first_of(std::size_t field, std::uint32_t first, std::uint32_t sub_block) const {
  return start_.empty() || field > 0 ? first + sub_block * fields_[field].hosts_below : start_[sub_block];
}

Ternary AddressPlan::block(HostId host, AddressLevel level) const {
  ENSURE(host < hosts_);
  if (is_flat()) return {host, all_address_bits};
  Ternary block{0, all_address_bits >> bits_ << bits_};
  const std::uint32_t number = rank_.empty() ? host : rank_[host];
  std::uint32_t first = 0;
  for (std::size_t f = 0; f < fields_.size() && fields_[f].level >= level; ++f) {
    const std::uint32_t value = sub_block_with(f, first, number);
    const Ternary code = code_of(value, sub_blocks(f, first));
    block.value |= code.value << fields_[f].shift;
    block.mask |= code.mask << fields_[f].shift;
    first = first_of(f, first, value);
  }
  return block;
}

HostId AddressPlan::host(Address address) const {
  if (is_flat()) return address < hosts_ ? static_cast<HostId>(address) : no_id;
  if (address >> bits_ != 0) return no_id;
  std::uint32_t first = 0;
  for (std::size_t f = 0; f < fields_.size(); ++f)
    first = first_of(f, first, value_of(address >> fields_[f].shift, sub_blocks(f, first)));
  return order_.empty() ? first : order_[first];
}

std::vector<Ternary> AddressPlan::values_of(std::size_t field) const {
  std::vector<Ternary> all;
  for (std::uint32_t value = 0; value < fields_[field].values; ++value) {
    const Ternary code = code_of(value, fields_[field].values);
    all.push_back({code.value << fields_[field].shift, code.mask << fields_[field].shift});
  }
  return all;
}

std::string AddressPlan::text(Address address) const {
  const HostId host = this->host(address);
  if (host == no_id) return "outside the plan";
  const std::uint32_t number = rank_.empty() ? host : rank_[host];
  std::string out;
  std::uint32_t first = 0;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const std::uint32_t value = sub_block_with(f, first, number);
    first = first_of(f, first, value);
    out += fmt::format("{}{} {}", f == 0 ? "" : ", ", fields_[f].name, value);
  }
  return out;
}

std::uint64_t mac_of(Address address) {
  return (address >> 40 << 42) | (std::uint64_t{1} << 41) | (address & 0xff'ffff'ffff);
}

std::string mac_text(std::uint64_t mac) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", mac >> 40 & 255, mac >> 32 & 255,
                     mac >> 24 & 255, mac >> 16 & 255, mac >> 8 & 255, mac & 255);
}

std::string mac_text(const Ternary& match) {
  const std::uint64_t mask = mac_of(match.mask) | (std::uint64_t{1} << 40);
  return mac_text(mac_of(match.value)) + "/" + mac_text(mask);
}

}  // namespace ebb::inline rules
