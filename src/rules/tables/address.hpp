// Hierarchical addresses (Benito, section III): 46 bits of a MAC address divided into fields, the outermost
// block of hosts first, so that all hosts of a block share the bits above it and one rule can match the
// block.
//
// Every code is in use. A block of n sub-blocks needs b = ceil(log2 n) bits, of which 2^b - n codes would be
// left over. Instead, the first 2n - 2^b sub-blocks have one code each and each of the others has two, which
// differ in the lowest bit (the phase-in code). Order is kept, and every sub-block is one value/mask pair. A
// frame to any address of the plan is thus a frame to exactly one host. So compaction may widen a mask over
// "unused" codes without ever making a frame loop: there are none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline rules {

using Address = std::uint64_t;
inline constexpr unsigned address_bits = 46;  ///< 48 minus the multicast and the local-administration bit
inline constexpr Address all_address_bits = (Address{1} << address_bits) - 1;

/// A value with wildcards: only the bits of the mask are compared. value has no bit outside the mask.
struct Ternary {
  Address value = 0, mask = 0;
  constexpr bool matches(Address address) const { return (address & mask) == value; }
  constexpr auto operator<=>(const Ternary&) const = default;
};

/// The level of a field. An access switch is one with hosts.
enum class AddressLevel : std::uint8_t { host, access_switch, group };

struct AddressField {
  std::string name;  ///< "host", "x", "group"
  AddressLevel level = AddressLevel::host;
  std::uint32_t values = 1;       ///< at most so many sub-blocks in a block
  unsigned shift = 0, width = 0;  ///< position; filled in by the plan
  std::uint32_t hosts_below = 1;  ///< hosts of one value; filled in by the plan
};

class AddressPlan {
 public:
  AddressPlan() = default;
  /// Hosts are numbered block by block. Blocks are full, except that the last one may end early. `fields` are
  /// from the most significant to the least. Their product must not be smaller than the number of hosts.
  AddressPlan(std::vector<AddressField> fields, std::uint32_t hosts);
  /// The traditional plan: a single field of 46 bits that is always compared as a whole.
  static AddressPlan flat(std::uint32_t hosts);
  /// Two levels for any network: the access switches in order, then the hosts of each in order.
  static AddressPlan per_switch(const std::vector<std::vector<HostId>>& hosts_of_access_switch);

  /// Returns the addresses of the block of the given level that contains the host; for AddressLevel::host its
  /// own.
  Ternary block(HostId host, AddressLevel level) const;
  Address address(HostId host) const { return block(host, AddressLevel::host).value; }
  /// Returns the host of an address; no_id only for addresses outside the plan.
  HostId host(Address address) const;

  /// One pair per value of one field, whatever the other fields are: for rules that match a single field.
  std::vector<Ternary> values_of(std::size_t field) const;

  const std::vector<AddressField>& fields() const { return fields_; }
  unsigned bits() const { return bits_; }
  /// "group 3, switch 1, host 0"
  std::string text(Address address) const;

 private:
  void place_fields();
  bool is_flat() const { return fields_.size() == 1 && fields_[0].width == address_bits; }
  // Walking down from the whole network: a block is given by its field and the number of its first host.
  std::uint32_t sub_blocks(std::size_t field, std::uint32_t first) const;
  std::uint32_t sub_block_with(std::size_t field, std::uint32_t first, std::uint32_t number) const;
  std::uint32_t first_of(std::size_t field, std::uint32_t first, std::uint32_t sub_block) const;

  std::vector<AddressField> fields_;
  std::uint32_t hosts_ = 0;
  unsigned bits_ = 0;
  // Only for networks whose switches differ in their hosts: hosts in the order of their addresses, each
  // host's index in it, and where each access switch begins.
  std::vector<HostId> order_;
  std::vector<std::uint32_t> rank_, start_;
};

/// The 48-bit MAC address: the upper 6 bits of the address, the two reserved bits (unicast, locally
/// administered), then the lower 40.
std::uint64_t mac_of(Address address);
/// "02:00:00:00:01:0f"
std::string mac_text(std::uint64_t mac);
/// "02:00:00:00:01:00/ff:ff:ff:ff:ff:00"; the reserved bits are always compared.
std::string mac_text(const Ternary& match);

}  // namespace ebb::inline rules
