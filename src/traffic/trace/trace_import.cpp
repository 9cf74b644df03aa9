#include "traffic/trace/trace_import.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/problem.hpp"
#include "base/whole_file.hpp"
#include "traffic/trace/trace_text.hpp"

namespace ebb::inline traffic {
namespace {

namespace fs = std::filesystem;

/// A temporary file that is removed with the object. Processes that have opened it keep its content.
struct DraftFile {
  std::string path;
  DraftFile() {
    std::error_code error;
    path = (fs::temp_directory_path(error) / "ebb-trace-XXXXXX").string();
    if (const int file = ::mkstemp(path.data()); file >= 0)
      ::close(file);
    else
      path.clear();
  }
  DraftFile(const DraftFile&) = delete;
  DraftFile& operator=(const DraftFile&) = delete;
  ~DraftFile() {
    std::error_code error;
    if (!path.empty()) fs::remove(path, error);
  }
};

Problem no_room(const std::string& path) {
  return {path, "cannot be read as text: no file can be written in the folder for temporary files",
          "set TMPDIR to a folder with free space, or `ebb trace convert` it first"};
}

Result<std::shared_ptr<const TraceFile>> open_text(const std::string& path, std::vector<std::string>& names) {
  std::error_code error;
  if (!fs::exists(path, error))
    return Problem{path, "there is no such file", "name a trace, or a CSV file of messages"};
  if (!fs::is_regular_file(path, error))
    return Problem{path, "is not a regular file", "name a CSV file with a message on each line"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Problem{path, "cannot be read", "check its permissions"};
  const DraftFile draft;
  if (draft.path.empty()) return no_room(path);
  TraceWriter writer(draft.path, Existing::is_replaced, form_of_text(in));
  TraceExtent extent;
  if (Problems problems = read_trace_text(in, path, writer, extent); !problems.empty()) return problems;
  if (!writer.finish(extent.hosts, extent.length)) return no_room(path);
  names = std::move(extent.names);
  auto bytes = open_bytes(draft.path);
  if (!bytes) return no_room(path);
  return TraceFile::open(std::move(*bytes), path);
}

}  // namespace

Result<std::shared_ptr<const TraceFile>> open_trace(const std::string& path,
                                                    std::vector<std::string>& names) {
  return fs::path(path).extension() == ".csv" ? open_text(path, names) : TraceFile::open(path);
}

}  // namespace ebb::inline traffic
