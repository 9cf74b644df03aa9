// NAS FT: a three-dimensional Fourier transform of n numbers of 16 bytes (class S 2^18, A 2^23, C 2^27). An
// iteration computes, and transposes the whole array once: 16 n / P^2 bytes from each of P processes to each;
// then a checksum of 16 bytes is added up at the first process.
#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {

void make_nas_ft(JobMaker& job, const KernelSettings& settings) {
  const std::int64_t processes = settings.processes;
  const auto& log2 = size_of(settings).ft_log2;
  const std::int64_t numbers = std::int64_t{1} << (log2[0] + log2[1] + log2[2]);
  const Bytes each{std::max<std::int64_t>(1, 16 * numbers / processes / processes)};
  // Class C on 128 processes computes for 5.145 s in 20 iterations.
  const Picoseconds work = seconds_of(5.145 / 20 * 128 / static_cast<double>(processes) *
                                      static_cast<double>(numbers) / (1 << 27));
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    compute_all(job, work);
    all_to_all(job, each);
    reduce(job, {16});
  }
}

}  // namespace ebb::inline traffic
