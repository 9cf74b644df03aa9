#include "traffic/trace/trace_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <map>
#include <optional>
#include <sstream>

#include "base/parsed_number.hpp"
#include "base/quantity.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t most_problems = 20, longest_line = 1'000, endless = 16'000'000;
constexpr std::string_view after_column = "after";

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
    fields.push_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  fields.push_back(line);
  for (std::string_view& f : fields) {
    while (!f.empty() && (f.front() == ' ' || f.front() == '\t')) f.remove_prefix(1);
    while (!f.empty() && (f.back() == ' ' || f.back() == '\t' || f.back() == '\r')) f.remove_suffix(1);
  }
  return fields;
}

class TextReader {
 public:
  TextReader(std::istream& in, const std::string& name, TraceWriter& out, TraceExtent& extent)
      : in_(in), name_(name), out_(out), extent_(extent) {}

  Problems read() {
    if (!next_line() || !read_names()) {
      if (problems_.empty()) complain("has no line of column names", names_hint);
      return problems_;
    }
    while (problems_.size() < most_problems && next_line())
      if (line_.starts_with('#'))
        read_remark();
      else if (!line_.empty() && line_ != "\r")
        read_message();
    if (problems_.empty()) check_end();
    extent_.is_counted = counted_.has_value();
    return problems_;
  }

 private:
  static constexpr const char* names_hint =
      "the first line is: time_ps,source,destination,bytes; for a job also: computing_ps,after";
  static constexpr std::string_view units[] = {"ps", "ns", "us", "ms", "s"};
  enum Column : std::size_t { time, source, destination, bytes, computing, after, columns };
  bool is_job() const { return out_.form() == TraceForm::job; }
  std::size_t columns_here() const { return is_job() ? columns : computing; }

  /// A message of a job may have many dependencies.
  std::size_t most_line() const { return is_job() ? longest_line + 11 * most_waits : longest_line; }

  void complain(std::string what, std::string hint) {
    problems_.push_back({fmt::format("{}:{}", name_, line_number_), std::move(what), std::move(hint)});
  }

  /// A line of any length is read in little memory, and an endless one in little time.
  bool next_line() {
    line_.clear();
    ++line_number_;
    is_whole_ = false;
    char c = 0;
    std::size_t length = 0;
    while (in_.get(c)) {
      is_whole_ = c == '\n';
      if (++length > endless || is_whole_) break;
      if (line_.size() <= most_line()) line_ += c;
    }
    if (length > endless) {
      complain(fmt::format("has more than {} characters", endless), "one message per line");
      return false;
    }
    if (length > 0) was_whole_ = is_whole_;
    return length > 0;
  }

  /// A truncated text must not be taken for a shorter trace.
  void check_end() {
    --line_number_;
    const char* again = "the text was cut off or changed: copy it again, or convert the trace again";
    if (!was_whole_)
      complain("has no line end: is the text cut off?", "if it is whole, end its last line too");
    else if (counted_ && *counted_ != messages_)
      complain(fmt::format("ends the text after {} messages, but the text states {}", messages_, *counted_),
               again);
    else if (is_announced_ && !ends_with_count_)
      complain("ends the text without a last line that states the number of messages", again);
  }

  bool read_names() {
    const auto names = split(line_);
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::size_t column = columns;
      for (const std::string_view unit : units) {
        if (names[i] == fmt::format("time_{}", unit)) column = time, unit_ = unit;
        if (is_job() && names[i] == fmt::format("computing_{}", unit)) column = computing, work_unit_ = unit;
      }
      if (names[i] == "source") column = source;
      if (names[i] == "destination") column = destination;
      if (names[i] == "bytes") column = bytes;
      if (is_job() && names[i] == after_column) column = after;
      if (column == columns) {
        complain(fmt::format("has the unknown column \"{}\"", names[i]), names_hint);
        return false;
      }
      place_[column] = i;
    }
    for (std::size_t i = 0; i < columns_here(); ++i)
      if (!place_[i] || names.size() != columns_here()) {
        complain(fmt::format("does not name each of the {} columns once", is_job() ? "six" : "four"),
                 names_hint);
        return false;
      }
    return true;
  }

  /// Other remarks are skipped.
  void read_remark() {
    std::istringstream words(line_.substr(1));
    for (std::string word; words >> word;) {
      const std::size_t equals = std::min(word.find('='), word.size() - 1);
      const std::string_view key(word.data(), equals), value(word.data() + equals + 1);
      const auto number = parsed_number<std::int64_t>(value);
      if (key == "announced") is_announced_ = true;
      if (key != "hosts" && key != "length_ps" && key != "messages") continue;
      if (!number || *number < 0 || (key == "hosts" && *number >= no_id) ||
          (key == "length_ps" && *number > latest_trace_time.v))
        complain(fmt::format("has the invalid {} \"{}\"", key, value),
                 "a whole number, or leave the line out");
      else if (key == "messages")
        counted_ = *number, ends_with_count_ = true;
      else if (key == "hosts")
        extent_.hosts = static_cast<std::uint32_t>(*number);
      else
        extent_.length = {*number};
    }
  }

  /// Returns the dependencies of the line's message, by their numbers.
  std::optional<Waits> read_waits(const std::vector<std::string_view>& fields) const {
    const auto work = parse_time(fmt::format("{}{}", fields[*place_[computing]], work_unit_));
    if (!work || work->v < 0 || *work > latest_trace_time) return std::nullopt;
    Waits waits{*work, {}};
    std::istringstream words{std::string(fields[*place_[after]])};
    for (std::string word; words >> word;) {
      const auto number = parsed_number<std::uint32_t>(word);
      if (!number || *number >= ends_.size() || waits.after.size() == most_waits) return std::nullopt;
      waits.after.push_back(*number);
    }
    std::sort(waits.after.begin(), waits.after.end());
    const bool twice = std::adjacent_find(waits.after.begin(), waits.after.end()) != waits.after.end();
    return twice ? std::nullopt : std::optional(std::move(waits));
  }

  void add_to_job(const SentMessage& message, const std::vector<std::string_view>& fields) {
    auto waits = read_waits(fields);
    if (!waits)
      return complain("has an invalid computing time or list of messages to wait for",
                      "a time of at least 0; numbers of earlier messages, which count from 0, with blanks "
                      "between them and each only once");
    for (const std::uint32_t number : waits->after)
      if (ends_[number].first != message.source && ends_[number].second != message.source)
        return complain(fmt::format("waits for message {}, which host {} neither sent nor was sent", number,
                                    message.source),
                        "name messages that this host sent or received");
    ends_.emplace_back(message.source, message.destination);
    if (problems_.empty()) out_.add(message, std::move(*waits));
  }

  /// Returns the number of the host in a field. The first message determines whether fields are numbers or
  /// names.
  std::optional<HostId> host(std::string_view field, std::string_view other) {
    if (messages_ == 0 && problems_.empty())
      by_name_ = !is_job() && !field.empty() && !other.empty() &&
                 (!parsed_number<HostId>(field) || !parsed_number<HostId>(other)) && field[0] != '-' &&
                 other[0] != '-';
    if (!by_name_) return parsed_number<HostId>(field);
    if (field.empty()) return std::nullopt;
    const auto [at, is_new] =
        numbers_.try_emplace(std::string(field), static_cast<HostId>(extent_.names.size()));
    if (is_new) extent_.names.emplace_back(field);
    return at->second;
  }

  void read_message() {
    const auto fields = split(line_);
    if (fields.size() != columns_here() || line_.size() > most_line())
      return complain(fmt::format("has {} fields, but {} are expected", fields.size(), columns_here()),
                      "one message per line");
    const auto at = parse_time(fmt::format("{}{}", fields[*place_[time]], unit_));
    const auto from = host(fields[*place_[source]], fields[*place_[destination]]),
               to = host(fields[*place_[destination]], fields[*place_[source]]);
    const auto size = parsed_number<std::int64_t>(fields[*place_[bytes]]);
    if (!at || at->v < 0 || *at > latest_trace_time)
      complain(fmt::format("has the invalid time \"{}\"", fields[*place_[time]]),
               "a number of at least 0, exact in picoseconds");
    else if (!from || !to || *from >= no_id - 1 || *to >= no_id - 1)
      complain("has a source or destination that is not a host",
               "hosts are numbered from 0, or have names from the first message on");
    else if (*from == *to && !(is_job() && size == 0))
      complain(fmt::format("is a message from host {} to itself", *from),
               is_job() ? "give 0 bytes: then the host only computes"
                        : "delete the line: it does not use the network");
    else if (!size || (*size < 1 && *from != *to) || *size > largest_trace_message.v)
      complain(fmt::format("has the invalid size \"{}\"", fields[*place_[bytes]]), "a whole number from 1");
    else if (*at < before_)
      complain("is earlier than the line before",
               "sort the lines by time first, for example with `sort -t, -k1,1n`");
    else if (problems_.empty()) {
      const SentMessage message{before_ = *at, *from, *to, {*size}};
      ++messages_, ends_with_count_ = false;
      if (is_job())
        add_to_job(message, fields);
      else
        out_.add(message);
    }
  }

  std::istream& in_;
  const std::string& name_;
  TraceWriter& out_;
  TraceExtent& extent_;
  Problems problems_;
  std::string line_;
  std::size_t line_number_ = 0;
  std::optional<std::size_t> place_[columns];
  std::string_view unit_, work_unit_;
  std::vector<std::pair<HostId, HostId>> ends_;  ///< of a job: source and destination of each message
  Picoseconds before_{};
  std::int64_t messages_ = 0;
  std::optional<std::int64_t> counted_;  ///< the number of messages that the text states
  bool is_announced_ = false;            ///< the text begins with the announcement of a last line with counts
  bool ends_with_count_ = false;
  bool by_name_ = false;                                     ///< hosts have names, not numbers
  std::map<std::string, HostId, std::less<>> numbers_ = {};  ///< of those names
  bool is_whole_ = false;                                    ///< the line ends with a line break
  bool was_whole_ = true;                                    ///< the previous line did
};

}  // namespace

Problems read_trace_text(std::istream& in, const std::string& name, TraceWriter& out, TraceExtent& extent) {
  return TextReader(in, name, out, extent).read();
}

TraceForm form_of_text(std::istream& in) {
  std::string line(longest_line, '\0');
  in.seekg(0);
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  in.clear();
  in.seekg(0);
  line.resize(std::min(line.find('\n'), line.size()));
  const auto names = split(line);
  return std::find(names.begin(), names.end(), after_column) == names.end() ? TraceForm::messages
                                                                            : TraceForm::job;
}

Problems write_trace_text(const TraceFile& trace, WholeFile& out, const std::string& name) {
  const TraceTotals& totals = trace.totals();
  std::string text =
      fmt::format("time_ps,source,destination,bytes{}\r\n# announced={}\r\n",
                  trace.is_job() ? fmt::format(",computing_ps,{}", after_column) : "", totals.messages);
  for (std::size_t i = 0; i < trace.blocks() && out.wrong().empty(); ++i) {
    const auto block = trace.read_block(i);
    if (!block) return block.problems();
    for (std::size_t n = 0; n < block->messages.size(); ++n) {
      const SentMessage& m = block->messages[n];
      fmt::format_to(std::back_inserter(text), "{},{},{},{}", m.at.v, m.source, m.destination, m.size.v);
      if (trace.is_job())
        fmt::format_to(std::back_inserter(text), ",{},{}", block->waits[n].computing.v,
                       fmt::join(block->waits[n].after, " "));
      text += "\r\n";
    }
    out.write(text);
    text.clear();
  }
  out.write(text);
  out.write(
      fmt::format("# messages={} hosts={} length_ps={}\r\n", totals.messages, totals.hosts, totals.length.v));
  if (const std::string& wrong = out.finish(); !wrong.empty())
    return {{name, fmt::format("cannot be written: {}", wrong), "name another file with -o"}};
  return {};
}

}  // namespace ebb::inline traffic
