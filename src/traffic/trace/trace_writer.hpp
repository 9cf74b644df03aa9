// Writes a trace as it is generated, a block at a time. The file gets its name only when it is complete,
// unless it is requested at once.
#pragma once

#include <string>
#include <vector>

#include "base/record_writer.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "traffic/trace/trace_format.hpp"

namespace ebb::inline traffic {

/// Messages at their times, or the messages of a job, which have dependencies.
enum class TraceForm : std::uint8_t { messages, job };

class TraceWriter {
 public:
  explicit TraceWriter(std::string path, Existing existing = Existing::is_replaced,
                       TraceForm form = TraceForm::messages, Naming naming = Naming::at_the_end)
      : path_(std::move(path)),
        form_(form),
        file_(path_, form == TraceForm::job ? job_kind : trace_kind, existing, naming) {}
  /// A job with a note: lines that say how it came about, of at most `most_note_bytes`.
  TraceWriter(std::string path, Existing existing, std::string note);

  TraceForm form() const { return form_; }
  /// Messages in the order of time, none of them from a host to itself.
  void add(const SentMessage& message);
  /// The next message of a job, or a step of it, in which its host computes. It depends only on messages
  /// added before.
  void add(const SentMessage& message, Waits waits);
  /// Returns the write error so far, empty when there is none.
  const std::string& wrong() const { return file_.wrong(); }
  /// For a file with its name from the start: ends the file with the messages so far, until more arrive.
  void keep(std::uint32_t hosts, Picoseconds length);
  /// Returns the totals of the whole trace, or why it could not be written. `hosts` and `length` may be
  /// larger than the messages show: a host that sends nothing still counts.
  Result<TraceTotals> finish(std::uint32_t hosts, Picoseconds length);

 private:
  void close_block();
  void append(const SentMessage& message);
  TraceTotals totals_with(std::uint32_t hosts, Picoseconds length) const;

  const std::string path_;
  const TraceForm form_;
  const std::string note_;
  RecordWriter file_;
  TraceBlock block_;
  std::size_t block_waits_ = 0;  ///< of all messages of the block
  TraceTotals totals_;
};

}  // namespace ebb::inline traffic
