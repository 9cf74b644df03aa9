// Any bytes at all as a stored run in JSON, which a child process hands over, or as changes to a database:
// each three bytes of the input replace one byte at some place. What is read from a changed database is as it
// was stored, or it is told of.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "base/ensure.hpp"
#include "input_file.hpp"
#include "store/store.hpp"

namespace {

ebb::StoredRun example(int number) {
  ebb::StoredRun run;
  run.id = "000000000000000" + std::to_string(number), run.file = "study.toml", run.verdict = "steady";
  run.config = "[run]\nseed = 7\n", run.seed = number, run.wall_s = 0.5;
  run.parameters = {{"traffic.load", 0.1 * number}};
  run.figures = {{"latency.p99_ns", 12.5 * number}, {"packets", std::int64_t{1} << number}};
  return run;
}

struct Good {
  std::string bytes;
  std::map<std::string, std::string> runs;  ///< as JSON, by id
};

const Good& good() {
  static const Good all = [] {
    Good made;
    const std::string path = input_file(nullptr, 0, ".good.db");
    {
      auto database = ebb::RunDatabase::open(path, ebb::Access::write);
      ENSURE(database.ok());
      for (int i = 1; i <= 3; ++i) {
        ENSURE(database->put(example(i)).empty());
        made.runs[example(i).id] = to_json(example(i)).dump();
      }
    }
    std::ifstream in(path, std::ios::binary);
    made.bytes.assign(std::istreambuf_iterator<char>(in), {});
    return made;
  }();
  return all;
}

void read_changed(const std::uint8_t* data, std::size_t size) {
  std::string bytes = good().bytes;
  for (std::size_t i = 0; i + 2 < size; i += 3)
    bytes[(data[i] | data[i + 1] << 8) % bytes.size()] = static_cast<char>(data[i + 2]);
  const std::string path =
      input_file(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), ".db");
  ebb::Damage damage;
  const auto runs = ebb::read_stores({path}, damage);
  if (!runs) return;
  for (const ebb::StoredRun& run : *runs) {
    const auto found = good().runs.find(run.id);
    ENSURE(found != good().runs.end() && found->second == to_json(run).dump());
  }
  ENSURE(runs->size() == good().runs.size() || !damage.problems.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0 && data[0] == '{') {
    if (const auto run = ebb::run_from_json({reinterpret_cast<const char*>(data), size}))
      (void)to_json(*run).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  } else {
    read_changed(data, size);
  }
  return 0;
}
