// NAS IS: n keys of 4 bytes (class S 2^16, A 2^23, C 2^27) are ranked. An iteration counts the keys in 1,024
// buckets (class S 512), adds the counts up (4 bytes each), tells each process how many keys it will get (4
// bytes), and sends the keys: 4 n / P^2 bytes from each of P processes to each, because the keys are spread
// evenly.
#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {

void make_nas_is(JobMaker& job, const KernelSettings& settings) {
  const std::int64_t processes = settings.processes;
  const std::int64_t keys = std::int64_t{1} << size_of(settings).is_log2_keys;
  const Bytes each{std::max<std::int64_t>(1, 4 * keys / processes / processes)};
  const Bytes counts{std::int64_t{4} << size_of(settings).is_log2_buckets};
  // An estimate: a process ranks 35 million keys in a second.
  const Picoseconds work = seconds_of(static_cast<double>(keys) / static_cast<double>(processes) / 35e6);
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    compute_all(job, work);
    all_reduce(job, counts);
    all_to_all(job, {4});
    all_to_all(job, each);
  }
}

}  // namespace ebb::inline traffic
