#include "traffic/service/service_traffic.hpp"

namespace ebb::inline traffic {
namespace {

/// A tag is the kind of a message, and 28 bits more: for a request the key from which the response's size is
/// sampled, for a write the client's number. Writes are numbered by their next replica.
enum TagKind : std::uint32_t { answer = 0, query = 1, read = 2, first_write = 3 };
constexpr int key_bits = 28;
constexpr std::uint32_t key_mask = (1u << key_bits) - 1;

constexpr std::uint32_t tag_of(std::uint32_t kind, std::uint32_t rest) { return kind << key_bits | rest; }

std::uint32_t draw_key(Random& random) { return static_cast<std::uint32_t>(random.next()) & key_mask; }

/// The state of a client's last operation: for a front end, the number of leaves of that query, how many are
/// still to be queried, and the next one's index in the list; for a leaf, the bytes of the operation.
struct Fan {
  std::uint32_t next;
  std::uint16_t left, count;
};
static_assert(most_fan_out <= 0xffff);
constexpr std::size_t operation_word = 1;  // the arrival process uses the other word

Fan fan_in(const HostMemory& memory) {
  const auto word = static_cast<std::uint64_t>(memory.state[operation_word]);
  return {static_cast<std::uint32_t>(word), static_cast<std::uint16_t>(word >> 32),
          static_cast<std::uint16_t>(word >> 48)};
}
void keep_fan(HostMemory& memory, Fan fan) {
  memory.state[operation_word] =
      static_cast<std::int64_t>(std::uint64_t{fan.count} << 48 | std::uint64_t{fan.left} << 32 | fan.next);
}

/// A random part of the bytes of an operation that is under way when the run starts.
Bytes rest_of(Bytes operation, Random& random) {
  return {static_cast<std::int64_t>(static_cast<double>(operation.v) * random.unit())};
}

}  // namespace

ServiceTraffic::ServiceTraffic(Service service, std::uint32_t hosts)
    : service_(std::move(service)), role_(hosts, Role::leaf), number_(hosts, 0) {
  for (const HostId h : service_.front_ends) role_[h] = Role::front_end;
  for (std::uint32_t i = 0; i < service_.servers.size(); ++i)
    role_[service_.servers[i]] = Role::server, number_[service_.servers[i]] = i;
}

Message ServiceTraffic::next(HostId host, Picoseconds now, HostMemory& memory) const {
  switch (role_[host]) {
    case Role::front_end:
      return next_request(now, memory);
    case Role::leaf:
      return next_file_operation(host, now, memory);
    case Role::server:
      break;
  }
  return {};
}

std::uint16_t ServiceTraffic::draw_fan_out(Random& random) const {
  const auto choices = static_cast<std::uint64_t>(service_.fan_out_most - service_.fan_out_least) + 1;
  return static_cast<std::uint16_t>(service_.fan_out_least +
                                    static_cast<std::int64_t>(random.below(choices)));
}

/// The bytes for which a front end is busy before its next query. At first that is the remainder of one under
/// way: a query with more leaves is more likely to be under way then.
Bytes ServiceTraffic::before_query(std::uint16_t count, Random& random) const {
  if (count > 0) return {service_.query_bytes.v * count};
  do count = draw_fan_out(random);
  while (random.below(static_cast<std::uint64_t>(service_.fan_out_most)) >= count);
  return rest_of({service_.query_bytes.v * count}, random);
}

/// A query goes to a run of leaves that are adjacent in the placement, beginning anywhere.
Message ServiceTraffic::next_request(Picoseconds now, HostMemory& memory) const {
  const auto leaves = static_cast<std::uint32_t>(service_.leaves.size());
  Fan fan = fan_in(memory);
  Picoseconds at = now;
  if (fan.left == 0) {
    at = now + service_.query_times.gap(before_query(fan.count, memory.random), memory);
    if (at >= never) return {};
    fan.count = fan.left = draw_fan_out(memory.random);
    fan.next = static_cast<std::uint32_t>(memory.random.below(leaves));
  }
  const HostId leaf = service_.leaves[fan.next];
  fan.next = fan.next + 1 == leaves ? 0 : fan.next + 1;
  --fan.left;
  keep_fan(memory, fan);
  const Bytes size = service_.requests.draw(memory.random);
  return {.at = at, .destination = leaf, .size = size, .tag = tag_of(query, draw_key(memory.random))};
}

/// The bytes for which a leaf is busy before its next file operation; at first, the remainder of one under
/// way.
Bytes ServiceTraffic::before_file_operation(HostMemory& memory) const {
  if (const std::int64_t before = memory.state[operation_word]; before > 0) return {before};
  const bool reads = memory.random.unit() < service_.read_share_of_bytes;
  const Bytes size = (reads ? service_.reads : service_.writes).draw_by_bytes(memory.random);
  return rest_of(service_.cutting.on_wire(size), memory.random);
}

Message ServiceTraffic::next_file_operation(HostId host, Picoseconds now, HostMemory& memory) const {
  Message message;
  message.at = now + service_.file_times.gap(before_file_operation(memory), memory);
  if (message.at >= never) return {};
  message.destination = service_.servers[memory.random.below(service_.servers.size())];
  Bytes moved;
  if (memory.random.unit() < service_.read_share) {
    message.tag = tag_of(read, draw_key(memory.random));
    message.size = service_.file_request;
    moved = answer_size(service_.reads, message.tag);
  } else {
    message.tag = tag_of(first_write, host);
    message.size = moved = service_.writes.draw(memory.random);
  }
  memory.state[operation_word] = service_.cutting.on_wire(moved).v;
  return message;
}

/// Determined by the request alone. Tags of requests are larger than any host's number, so these streams
/// differ from the hosts' own.
Bytes ServiceTraffic::answer_size(const SizeDistribution& sizes, std::uint32_t tag) const {
  Random random(service_.seed, traffic_stream, tag);
  return sizes.draw(random);
}

Message ServiceTraffic::delivered(const Delivery& d, HostMemory&) const {
  const std::uint32_t kind = d.tag >> key_bits, rest = d.tag & key_mask;
  if (kind == answer) return {};
  if (kind == query || kind == read)
    return {.at = d.at,
            .destination = d.source,
            .size = answer_size(kind == query ? service_.responses : service_.reads, d.tag),
            .tag = tag_of(answer, 0)};
  const std::uint32_t replica = kind - first_write + 1;
  if (replica == service_.replicas)
    return {.at = d.at, .destination = rest, .size = service_.file_request, .tag = tag_of(answer, 0)};
  const std::size_t further = (number_[d.destination] + 1) % service_.servers.size();
  return {
      .at = d.at, .destination = service_.servers[further], .size = d.size, .tag = tag_of(kind + 1, rest)};
}

}  // namespace ebb::inline traffic
