// Hosts are the cells of a k by k matrix, host y * k + x at (x, y), and send across it.
#pragma once

#include <array>
#include <string_view>

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

enum class TransposeForm { main_diagonal, koibuchi };
constexpr auto names_of(TransposeForm) {
  return std::array<std::string_view, 2>{"main_diagonal", "koibuchi"};
}

struct MatrixTranspose final : Permutation {
  TransposeForm form = TransposeForm::main_diagonal;

  static constexpr auto fields() {
    return std::tuple{field("form", &MatrixTranspose::form,
                            "main_diagonal: (x, y) to (y, x). koibuchi: (x, y) to (k-y-1, k-x-1), and to "
                            "(k-x-1, k-y-1) where x + y = k-1")};
  }

 protected:
  Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
