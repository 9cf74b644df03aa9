#include "traffic/trace/goal_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <unordered_map>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "traffic/trace/trace_format.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t longest_line = 1'000;
constexpr std::uint32_t most_ranks = 1u << 20;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t\r";
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

/// Parses a number of at least 0, followed by `unit`.
bool read_number(std::string_view word, std::string_view unit, std::int64_t& number) {
  if (!word.ends_with(unit)) return false;
  word.remove_suffix(unit.size());
  number = parsed_number<std::int64_t>(word).value_or(-1);
  return number >= 0;
}

class GoalReader {
 public:
  GoalReader(std::istream& in, const std::string& name) : in_(in), name_(name) {}

  Problems read() {
    std::string line;
    while (problems_.size() < most_goal_problems && std::getline(in_, line)) {
      ++line_;
      if (line.size() > longest_line) {
        complain("is too long", "one operation per line");
        continue;
      }
      const std::string_view text =
          std::string_view(line).substr(0, std::min(line.find("//"), line.find('#')));
      if (const auto words = words_of(text); !words.empty()) read_line(words);
    }
    if (problems_.empty() && ranks_ == 0) complain("has no line num_ranks", "begin with: num_ranks 2");
    if (problems_.empty() && inside_) complain("ends before the } of its last rank", "is the text cut off?");
    return problems_;
  }

  std::uint32_t ranks() const { return ranks_; }
  std::vector<GoalOperation>& operations() { return operations_; }

 private:
  void complain(std::string what, std::string hint) {
    problems_.push_back({fmt::format("{}:{}", name_, line_), std::move(what), std::move(hint)});
  }

  void read_line(std::vector<std::string_view> words) {
    std::int64_t number = 0;
    if (words[0] == "num_ranks") {
      if (ranks_ > 0 || words.size() != 2 || !read_number(words[1], "", number) || number < 1 ||
          number > most_ranks)
        return complain("has no number of ranks", "once, at the beginning: num_ranks 2");
      ranks_ = static_cast<std::uint32_t>(number);
      begun_.assign(ranks_, false);
    } else if (words[0] == "rank" && !inside_) {
      begin_rank(words);
    } else if (words[0] == "}" && inside_ && words.size() == 1) {
      inside_ = false, labels_.clear();
    } else if (!inside_) {
      complain(fmt::format("has \"{}\" outside of any rank", words[0]), "for example: rank 0 {");
    } else if (words.size() == 3 && (words[1] == "requires" || words[1] == "irequires")) {
      read_requires(words);
    } else {
      read_operation(std::move(words));
    }
  }

  void begin_rank(const std::vector<std::string_view>& words) {
    std::int64_t number = 0;
    if (words.size() != 3 || words[2] != "{" || !read_number(words[1], "", number) || number >= ranks_)
      return complain("begins a rank that does not exist", fmt::format("num_ranks is {}: rank 0 {{", ranks_));
    if (begun_[static_cast<std::size_t>(number)])
      return complain(fmt::format("begins rank {} again", number), "put all of it into one block");
    begun_[static_cast<std::size_t>(number)] = inside_ = true;
    rank_ = static_cast<HostId>(number);
  }

  void read_requires(const std::vector<std::string_view>& words) {
    const auto later = labels_.find(std::string(words[0])), earlier = labels_.find(std::string(words[2]));
    if (later == labels_.end() || earlier == labels_.end())
      return complain(fmt::format("names the label \"{}\", which this rank does not have above",
                                  later == labels_.end() ? words[0] : words[2]),
                      "a label belongs to its rank and is defined before it is used");
    GoalOperation& operation = operations_[later->second];
    (words[1] == "requires" ? operation.requires_ : operation.starts_with).push_back(earlier->second);
  }

  void read_operation(std::vector<std::string_view> words) {
    GoalOperation operation{.rank = rank_, .line = line_};
    std::string label;
    if (words[0].ends_with(':')) {
      label = words[0].substr(0, words[0].size() - 1);
      words.erase(words.begin());
    }
    if (!understood(words, operation))
      return complain("is not an operation", "calc 100; send 10b to 1 tag 5; recv 10b from 1 tag 5");
    if (!label.empty() && !labels_.emplace(label, operations_.size()).second)
      return complain(fmt::format("uses the label \"{}\" again", label), "each has its own within a rank");
    operations_.push_back(std::move(operation));
  }

  bool understood(const std::vector<std::string_view>& words, GoalOperation& operation) const {
    if (words.size() < 2) return false;
    std::size_t rest = 2;
    if (words[0] == "calc") {
      if (!read_number(words[1], "", operation.amount) || operation.amount > latest_trace_time.v / 1'000)
        return false;
    } else {
      operation.kind = words[0] == "send" ? GoalKind::send : GoalKind::recv;
      std::int64_t peer = 0;
      if (words.size() < 4 || (words[0] != "send" && words[0] != "recv") ||
          words[2] != (words[0] == "send" ? "to" : "from") || !read_number(words[1], "b", operation.amount) ||
          operation.amount > largest_trace_message.v || !read_number(words[3], "", peer) || peer >= ranks_)
        return false;
      operation.peer = static_cast<HostId>(peer);
      rest = 4;
    }
    std::int64_t ignored = 0;  // processor and network interface: a host of ours has one of each
    for (; rest + 1 < words.size(); rest += 2) {
      const bool known = words[rest] == "tag" || words[rest] == "cpu" || words[rest] == "nic";
      if (!known || !read_number(words[rest + 1], "", words[rest] == "tag" ? operation.tag : ignored))
        return false;
    }
    return rest == words.size();
  }

  std::istream& in_;
  const std::string& name_;
  Problems problems_;
  std::vector<GoalOperation> operations_;
  std::unordered_map<std::string, std::uint32_t> labels_;  ///< of the current rank
  std::vector<bool> begun_;
  std::uint32_t ranks_ = 0;
  HostId rank_ = 0;
  bool inside_ = false;
  std::size_t line_ = 0;
};

}  // namespace

Result<GoalOperations> read_goal_operations(std::istream& in, const std::string& name) {
  GoalReader reader(in, name);
  if (Problems problems = reader.read(); !problems.empty()) return problems;
  return GoalOperations{reader.ranks(), std::move(reader.operations())};
}

}  // namespace ebb::inline traffic
