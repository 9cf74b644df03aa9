#include "traffic/pattern/transpose.hpp"

#include "base/problem.hpp"

namespace ebb::inline traffic {

Result<std::vector<HostId>> MatrixTranspose::partners(const Network& network, std::uint64_t /*seed*/) const {
  std::uint32_t k = 1;
  while (std::uint64_t{k + 1} * (k + 1) <= network.hosts) ++k;
  if (k * k != network.hosts)
    return Problem{
        "name",
        fmt::format("is a transpose, which needs a square number of hosts, but there are {}", network.hosts),
        fmt::format("choose a topology of {} or {} hosts, or another pattern", k * k,
                    std::uint64_t{k + 1} * (k + 1))};
  return partner_table(network.hosts, [&](HostId h) {
    const std::uint32_t x = h % k, y = h / k;
    if (form == TransposeForm::main_diagonal) return x * k + y;
    if (x + y == k - 1) return (k - y - 1) * k + (k - x - 1);
    return (k - x - 1) * k + (k - y - 1);
  });
}

}  // namespace ebb::inline traffic
