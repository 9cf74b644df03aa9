#include "training/simai_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/spelling.hpp"

namespace ebb::inline training {
namespace {

constexpr std::int64_t most_ns = 100'000'000'000'000, most_simai_bytes = std::int64_t{1} << 50,
                       most_accelerators = 100'000'000, most_layers = 10'000'000;
constexpr std::int64_t most_computing_ns = 100ll * 86'400 * 1'000'000'000;  // counted in picoseconds
constexpr std::size_t simai_columns = 12;

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
  return words;
}

std::optional<std::int64_t> whole(std::string_view word, std::int64_t least, std::int64_t most) {
  const auto value = parsed_number<std::int64_t>(word);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

/// Of the weight gradient, a collective without a suffix is along the data axis; of others, the tensor axis.
std::optional<StageCall> call_of(std::string_view word, Axis axis) {
  constexpr std::array<std::pair<std::string_view, Call>, 4> calls{{{"ALLREDUCE", Call::all_reduce},
                                                                    {"ALLGATHER", Call::all_gather},
                                                                    {"REDUCESCATTER", Call::reduce_scatter},
                                                                    {"ALLTOALL", Call::all_to_all}}};
  constexpr std::array<std::pair<std::string_view, Axis>, 2> suffixes{
      {{"_DP_EP", Axis::expert_data}, {"_EP", Axis::expert}}};
  for (const auto& [suffix, of_suffix] : suffixes)
    if (word.ends_with(suffix)) {
      word.remove_suffix(suffix.size()), axis = of_suffix;
      break;
    }
  for (const auto& [name, call] : calls)
    if (word == name) return StageCall{call, 0, axis};
  return {};
}

class SimaiReader {
 public:
  SimaiReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Result<SimaiWorkload> read() {
    SimaiWorkload workload;
    if (auto wrong = read_head(workload)) return *wrong;
    const auto count = words_of(next_line());
    const auto layers = count.size() == 1 ? whole(count[0], 1, most_layers) : std::nullopt;
    if (!layers) return problem("has no number of layers", "the second line is one whole number");
    while (std::ssize(workload.layers) < *layers) {
      if (at_ >= text_.size())
        return problem(fmt::format("is the end, but {} of {} are there", workload.layers.size(),
                                   counted(static_cast<std::uint64_t>(*layers), "layer")),
                       "copy the file again from where it was made");
      const auto words = words_of(next_line());
      if (auto wrong = read_layer(words, workload)) return *wrong;
    }
    while (at_ < text_.size())
      if (!words_of(next_line()).empty())
        return problem(fmt::format("is more than the {} of the second line",
                                   counted(static_cast<std::uint64_t>(*layers), "layer")),
                       "state as many layers as there are");
    return workload;
  }

 private:
  std::string_view next_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(std::min(at_, text_.size()), end - std::min(at_, end));
    at_ = end + 1, ++line_;
    return line;
  }
  Problem problem(std::string what, std::string hint) const {
    return {fmt::format("{}:{}", name_, line_), std::move(what), std::move(hint)};
  }

  std::optional<Problem> read_head(SimaiWorkload& w) {
    const auto words = words_of(next_line());
    if (words.empty() || (words[0] != "HYBRID_TRANSFORMER_FWD_IN_BCKWD" && words[0] != "HYBRID_TRANSFORMER"))
      return problem(fmt::format("begins with \"{}\", which is no workload of SimAI that can be read",
                                 words.empty() ? "" : std::string(words[0]).substr(0, 40)),
                     "a transformer's begins with HYBRID_TRANSFORMER_FWD_IN_BCKWD");
    std::int64_t ignored = 0, recomputed = 0;
    const std::array<std::tuple<std::string_view, std::int64_t*, std::int64_t>, 9> keys{
        {{"model_parallel_NPU_group:", &w.tensor, 1},
         {"ep:", &w.expert, 1},
         {"pp:", &w.pipeline, 1},
         {"vpp:", &ignored, 0},
         {"ga:", &w.microbatches, 1},
         {"all_gpus:", &w.accelerators, 1},
         {"checkpoints:", &recomputed, 0},
         {"pp_comm", &w.pipeline_bytes, 0},
         {"pp_comm:", &w.pipeline_bytes, 0}}};
    for (std::size_t i = 1; i < words.size(); ++i)
      for (const auto& [key, value, least] : keys) {
        if (words[i] != key) continue;
        const auto number =
            i + 1 < words.size() ? whole(words[i + 1], least, most_accelerators * 1'000) : std::nullopt;
        if (!number)
          return problem(fmt::format("has no number after {}", key),
                         fmt::format("a whole number from {} on", least));
        *value = *number;
      }
    if (recomputed > 0)
      return problem(fmt::format("has {} checkpoints, which are not supported", recomputed),
                     "write the layers that are computed again as layers of their own");
    return check_head(w);
  }

  std::optional<Problem> check_head(const SimaiWorkload& w) const {
    if (w.tensor == 0) return problem("lacks model_parallel_NPU_group:", "the ranks of a tensor group");
    if (w.accelerators == 0) return problem("lacks all_gpus:", "the number of accelerators");
    if (w.accelerators > most_accelerators || w.tensor > w.accelerators || w.pipeline > w.accelerators ||
        w.expert > w.accelerators || w.accelerators % (w.tensor * w.pipeline) != 0)
      return problem(fmt::format("has {} accelerators, but tensor groups of {} in {} pipeline stages",
                                 w.accelerators, w.tensor, w.pipeline),
                     "all_gpus is a multiple of the other two");
    if (w.accelerators / (w.tensor * w.pipeline) % w.expert != 0)
      return problem(fmt::format("has {} data groups' members, but experts on {}",
                                 w.accelerators / (w.tensor * w.pipeline), w.expert),
                     "ep divides all_gpus / model_parallel_NPU_group / pp");
    return {};
  }

  /// Reads three words from the `at`-th on: time in nanoseconds, collective, bytes.
  std::optional<Problem> read_part(const std::vector<std::string_view>& words, std::size_t at, Axis axis,
                                   SimaiPart& part) const {
    const auto time = whole(words[at], 0, most_ns);
    if (!time)
      return problem(fmt::format("column {} is \"{}\", no computing time", at + 1, words[at]),
                     "whole nanoseconds, at most 27 hours");
    part.computing = {*time * 1'000};
    const auto bytes = whole(words[at + 2], 0, most_simai_bytes);
    if (!bytes)
      return problem(fmt::format("column {} is \"{}\", no size", at + 3, words[at + 2]), "whole bytes");
    if (words[at + 1] == "NONE") return {};
    const auto call = call_of(words[at + 1], axis);
    if (!call)
      return problem(fmt::format("column {} is \"{}\", no collective", at + 2, words[at + 1]),
                     name_hint(words[at + 1], {"NONE", "ALLREDUCE", "ALLGATHER", "REDUCESCATTER", "ALLTOALL",
                                               "ALLTOALL_EP", "ALLGATHER_DP_EP", "REDUCESCATTER_DP_EP"}));
    part.call = *call, part.call.bytes = *bytes;
    return {};
  }

  std::optional<Problem> read_layer(const std::vector<std::string_view>& words, SimaiWorkload& w) const {
    if (words.size() != simai_columns)
      return problem(
          fmt::format("has {}, but a layer has {}", counted(words.size(), "column"), simai_columns),
          "name, dependency, then time, collective and bytes of the forward pass, of input and "
          "weight gradients, and the time of the update");
    SimaiLayer layer{
        .name = std::string(words[0]), .forward = {}, .input_gradient = {}, .weight_gradient = {}};
    if (auto wrong = read_part(words, 2, Axis::tensor, layer.forward)) return wrong;
    if (auto wrong = read_part(words, 5, Axis::tensor, layer.input_gradient)) return wrong;
    if (auto wrong = read_part(words, 8, Axis::data, layer.weight_gradient)) return wrong;
    const auto update = whole(words[11], 0, most_ns);
    if (!update)
      return problem(fmt::format("column 12 is \"{}\", no time of an update", words[11]),
                     "whole nanoseconds");
    layer.update = {*update * 1'000};
    for (const Picoseconds time : {layer.forward.computing, layer.input_gradient.computing,
                                   layer.weight_gradient.computing, layer.update})
      w.computing += time;
    if (w.computing.v / 1'000 > most_computing_ns)
      return problem("brings the computing to more than 100 days", "times are in nanoseconds");
    w.layers.push_back(std::move(layer));
    return {};
  }

  const std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0, line_ = 0;
};

}  // namespace

Result<SimaiWorkload> read_simai(std::string_view text, const std::string& name) {
  return SimaiReader(text, name).read();
}

Result<SimaiWorkload> read_simai_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    return Problem{path, "is no file", "name a workload of SimAI: NAME.txt"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Problem{path, "cannot be read", "check its permissions"};
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return read_simai(text, path);
}

}  // namespace ebb::inline training
