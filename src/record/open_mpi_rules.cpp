#include "record/open_mpi_rules.hpp"

#include <limits>
#include <span>

namespace ebb::inline record {
namespace {

using enum Algorithm;

constexpr std::uint32_t any = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t more = std::numeric_limits<std::int64_t>::max(), kib = 1'024, mib = kib * kib;

/// Applies to fewer members than `members` and fewer bytes than `bytes`, unless a previous rule applies.
struct Rule {
  std::uint32_t members;
  std::int64_t bytes;
  Algorithm algorithm;
};

constexpr Rule all_reduce_rules[] = {{4, 8, ring},
                                     {4, 4 * kib, recursive_doubling},
                                     {4, 8 * kib, ring},
                                     {4, 16 * kib, recursive_doubling},
                                     {4, 256 * kib, ring},
                                     {4, more, rabenseifner},
                                     {8, 16, ring},
                                     {8, 8 * kib, recursive_doubling},
                                     {8, more, rabenseifner},
                                     {16, 8 * kib, recursive_doubling},
                                     {16, more, rabenseifner},
                                     {32, 64, ring},
                                     {32, 4 * kib, recursive_doubling},
                                     {32, more, rabenseifner},
                                     {64, 128, ring},
                                     {64, more, rabenseifner},
                                     {128, 256 * kib, recursive_doubling},
                                     {128, more, rabenseifner},
                                     {256, 128 * kib, reduce_broadcast},
                                     {256, 256 * kib, recursive_doubling},
                                     {256, more, rabenseifner},
                                     {512, 4 * kib, reduce_broadcast},
                                     {512, more, rabenseifner},
                                     {2'048, 2 * kib, reduce_broadcast},
                                     {2'048, 16 * kib, recursive_doubling},
                                     {2'048, more, rabenseifner},
                                     {4'096, 2 * kib, reduce_broadcast},
                                     {4'096, 4 * kib, ring},
                                     {4'096, 16 * kib, recursive_doubling},
                                     {4'096, more, rabenseifner},
                                     {any, 2 * kib, reduce_broadcast},
                                     {any, 16 * kib, ring},
                                     {any, 32 * kib, recursive_doubling},
                                     {any, more, rabenseifner}};

constexpr Rule broadcast_rules[] = {{4, 32, chain},
                                    {4, 256, binary_tree},
                                    {4, 512, chain},
                                    {4, kib, knomial_tree},
                                    {4, 32 * kib, linear},
                                    {4, 128 * kib, binary_tree},
                                    {4, 256 * kib, chain},
                                    {4, 512 * kib, linear},
                                    {4, mib, binomial_tree},
                                    {4, more, binary_tree},
                                    {8, 64, binary_tree},
                                    {8, 128, binomial_tree},
                                    {8, 2 * kib, binary_tree},
                                    {8, 8 * kib, binomial_tree},
                                    {8, mib, linear},
                                    {8, more, chain},
                                    {16, 8, knomial_tree},
                                    {16, 64, binary_tree},
                                    {16, 4 * kib, knomial_tree},
                                    {16, 16 * kib, binary_tree},
                                    {16, 32 * kib, binomial_tree},
                                    {16, more, linear},
                                    {32, 4 * kib, knomial_tree},
                                    {32, mib, binomial_tree},
                                    {32, more, scatter_all_gather},
                                    {64, 2 * kib, binomial_tree},
                                    {64, more, knomial_tree},
                                    {128, more, knomial_tree},
                                    {256, 2, binomial_tree},
                                    {256, 16 * kib, binary_tree},
                                    {256, 32 * kib, linear},
                                    {256, 64 * kib, binary_tree},
                                    {256, more, knomial_tree},
                                    {1'024, 16 * kib, knomial_tree},
                                    {1'024, 32 * kib, binary_tree},
                                    {1'024, more, knomial_tree},
                                    {2'048, 512 * kib, knomial_tree},
                                    {2'048, more, scatter_all_gather},
                                    {4'096, 256 * kib, knomial_tree},
                                    {4'096, more, scatter_all_gather},
                                    {any, 8 * kib, knomial_tree},
                                    {any, 16 * kib, binary_tree},
                                    {any, 256 * kib, knomial_tree},
                                    {any, more, scatter_all_gather}};

constexpr Rule reduce_rules[] = {{4, 8, linear},
                                 {4, 16, binary_tree},
                                 {4, 32, chain},
                                 {4, 256 * kib, linear},
                                 {4, more, chain},
                                 {8, 4 * kib, binary_tree},
                                 {8, 64 * kib, chain},
                                 {8, 256 * kib, binomial_tree},
                                 {8, 512 * kib, linear},
                                 {8, mib, binomial_tree},
                                 {8, more, linear},
                                 {16, 8 * kib, binary_tree},
                                 {16, more, binomial_tree},
                                 {32, 4 * kib, binary_tree},
                                 {32, more, binomial_tree},
                                 {256, more, binomial_tree},
                                 {512, 8 * kib, binomial_tree},
                                 {512, 16 * kib, binary_tree},
                                 {512, more, binomial_tree},
                                 {2'048, more, binomial_tree},
                                 {4'096, 512, binomial_tree},
                                 {4'096, kib, binary_tree},
                                 {4'096, 8 * kib, binomial_tree},
                                 {4'096, 16 * kib, binary_tree},
                                 {4'096, more, binomial_tree},
                                 {any, 16, binomial_tree},
                                 {any, 32, binary_tree},
                                 {any, kib, binomial_tree},
                                 {any, 2 * kib, binary_tree},
                                 {any, 8 * kib, binomial_tree},
                                 {any, 16 * kib, binary_tree},
                                 {any, more, binomial_tree}};

constexpr Rule all_gather_rules[] = {{32, more, recursive_doubling},
                                     {64, kib, recursive_doubling},
                                     {64, 64 * kib, neighbour_exchange},
                                     {64, more, ring},
                                     {128, 512, recursive_doubling},
                                     {128, 64 * kib, neighbour_exchange},
                                     {128, more, ring},
                                     {256, 512, recursive_doubling},
                                     {256, 128 * kib, neighbour_exchange},
                                     {256, 512 * kib, ring},
                                     {256, mib, neighbour_exchange},
                                     {256, more, ring},
                                     {512, 32, recursive_doubling},
                                     {512, 128, bruck},
                                     {512, kib, recursive_doubling},
                                     {512, 128 * kib, neighbour_exchange},
                                     {512, 512 * kib, ring},
                                     {512, mib, neighbour_exchange},
                                     {512, more, ring},
                                     {1'024, 64, recursive_doubling},
                                     {1'024, 256, bruck},
                                     {1'024, 2 * kib, recursive_doubling},
                                     {1'024, more, neighbour_exchange},
                                     {2'048, 4, recursive_doubling},
                                     {2'048, 8, bruck},
                                     {2'048, 16, recursive_doubling},
                                     {2'048, 32, bruck},
                                     {2'048, 256, recursive_doubling},
                                     {2'048, 512, bruck},
                                     {2'048, 4 * kib, recursive_doubling},
                                     {2'048, more, neighbour_exchange},
                                     {4'096, 32, bruck},
                                     {4'096, 128, recursive_doubling},
                                     {4'096, 512, bruck},
                                     {4'096, 4 * kib, recursive_doubling},
                                     {4'096, more, neighbour_exchange},
                                     {any, 2, recursive_doubling},
                                     {any, 8, bruck},
                                     {any, 16, recursive_doubling},
                                     {any, 512, bruck},
                                     {any, 4 * kib, recursive_doubling},
                                     {any, more, neighbour_exchange}};

constexpr Rule all_to_all_rules[] = {
    {3, more, pairwise},     {8, 512 * kib, linear}, {8, mib, pairwise},
    {8, more, linear},       {16, more, linear},     {32, 4, linear},
    {32, 512, bruck},        {32, more, linear},     {64, 512, bruck},
    {64, more, linear},      {256, kib, bruck},      {256, 256 * kib, linear},
    {256, more, pairwise},   {512, kib, bruck},      {512, 32 * kib, linear},
    {512, more, pairwise},   {1'024, 512, bruck},    {1'024, 256 * kib, linear},
    {1'024, more, pairwise}, {2'048, 512, bruck},    {2'048, more, linear},
    {4'096, kib, bruck},     {4'096, more, linear},  {any, 2 * kib, bruck},
    {any, more, linear}};

constexpr Rule all_to_all_v_rules[] = {{4, more, pairwise}, {64, more, linear},      {128, more, pairwise},
                                       {256, more, linear}, {1'024, more, pairwise}, {any, more, linear}};

constexpr Rule barrier_rules[] = {
    {4, more, recursive_doubling}, {8, more, linear},    {64, more, recursive_doubling}, {256, more, bruck},
    {512, more, binomial_tree},    {1'024, more, bruck}, {4'096, more, binomial_tree},   {any, more, bruck}};

constexpr Rule gather_rules[] = {{4, 4, linear},
                                 {4, 32 * kib, binomial_tree},
                                 {4, 64 * kib, linear},
                                 {4, 128 * kib, binomial_tree},
                                 {4, more, linear},
                                 {8, kib, binomial_tree},
                                 {8, 8 * kib, linear},
                                 {8, 32 * kib, binomial_tree},
                                 {8, more, linear},
                                 {256, more, binomial_tree},
                                 {512, 2 * kib, binomial_tree},
                                 {512, 8 * kib, linear},
                                 {512, more, binomial_tree},
                                 {any, more, binomial_tree}};

constexpr Rule scatter_rules[] = {
    {4, more, linear},     {8, 2 * kib, binomial_tree},   {8, 4 * kib, linear}, {8, 8 * kib, binomial_tree},
    {8, more, linear},     {32, 16 * kib, binomial_tree}, {32, more, linear},   {64, 512, binomial_tree},
    {64, 8 * kib, linear}, {64, 16 * kib, binomial_tree}, {64, more, linear},   {any, 512, binomial_tree},
    {any, more, linear}};

Algorithm first_of(std::span<const Rule> rules, std::uint32_t members, std::int64_t bytes) {
  for (const Rule& rule : rules)
    if (members < rule.members && bytes < rule.bytes) return rule.algorithm;
  return rules.back().algorithm;
}

}  // namespace

Algorithm open_mpi_rule(Call call, std::uint32_t members, std::int64_t bytes) {
  const auto choose = [&](std::span<const Rule> rules) { return first_of(rules, members, bytes); };
  switch (call) {
    case Call::barrier:
      return choose(barrier_rules);
    case Call::broadcast:
      return choose(broadcast_rules);
    case Call::reduce:
      return choose(reduce_rules);
    case Call::all_reduce:
      return choose(all_reduce_rules);
    case Call::all_gather:
      return choose(all_gather_rules);
    case Call::gather:
      return choose(gather_rules);
    case Call::scatter:
      return choose(scatter_rules);
    case Call::all_to_all:
      return choose(all_to_all_rules);
    case Call::all_to_all_v:
      return choose(all_to_all_v_rules);
    case Call::scan:
      return chain;
    case Call::reduce_scatter:
      return pairwise;
    default:
      return linear;
  }
}

}  // namespace ebb::inline record
