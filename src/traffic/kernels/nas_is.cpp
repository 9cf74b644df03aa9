// NAS IS: n keys of 4 bytes (class A 2^23, C 2^27) are ranked. An iteration counts the keys in 1,024 buckets,
// adds the counts up (4,096 bytes), tells each process how many keys it will get (4 bytes), and sends the
// keys: 4 n / P^2 bytes from each of P processes to each, because the keys are spread evenly.
#include "traffic/kernels/kernel_parts.hpp"
#include "traffic/kernels/nas.hpp"

namespace ebb::inline traffic {

void make_nas_is(JobMaker& job, const KernelSettings& settings) {
  const std::int64_t processes = settings.processes;
  const std::int64_t keys = std::int64_t{1} << (settings.size == 'A' ? 23 : 27);
  const Bytes each{std::max<std::int64_t>(1, 4 * keys / processes / processes)};
  // An estimate: a process ranks 35 million keys in a second.
  const Picoseconds work = seconds_of(static_cast<double>(keys) / static_cast<double>(processes) / 35e6);
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    compute_all(job, work);
    all_reduce(job, {4'096});
    all_to_all(job, {4});
    all_to_all(job, each);
  }
}

}  // namespace ebb::inline traffic
