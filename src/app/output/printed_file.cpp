#include "app/output/printed_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace ebb::inline app {

namespace {

/// True for a device that discards output: no temporary file may be made beside it.
bool leads_nowhere(const std::string& file) { return file == "/dev/null"; }

}  // namespace

std::string check_printed_file(const std::string& file, bool prints_toml) {
  if (file.empty()) return "is empty";
  if (leads_nowhere(file)) return "";
  std::error_code error;
  const std::string ending = std::filesystem::path(file).extension().string();
  if (((ending == ".toml" && !prints_toml) || ending == ".ebbtrace" || ending == ".db") &&
      std::filesystem::exists(file, error))
    return fmt::format(
        "is {}, which is there already, and is read by ebb, not written: --force does not replace it, so "
        "name "
        "another file",
        file);
  const std::string wrong = check_writable(file);
  if (wrong.empty()) return "";
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return fmt::format("is {}, which cannot be written: {}; {}name another file", file, wrong,
                     folder.empty() || std::filesystem::exists(folder, error) ? "" : "make the folder, or ");
}

std::string PrintedFile::begin(const std::string& file, Existing existing) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  const bool holds_something = !error && size > 0 && !leads_nowhere(file);
  if (existing == Existing::is_kept && holds_something)
    return fmt::format("is {}, which is there already: --force replaces it", file);
  file_ = file;
  existing_ = error || holds_something ? existing : Existing::is_replaced;  // an empty file may be replaced
  (void)std::fflush(stdout);
  kept_ = std::tmpfile();
  stdout_ = kept_ ? dup(STDOUT_FILENO) : -1;
  if (stdout_ < 0 || dup2(fileno(kept_), STDOUT_FILENO) < 0)
    throw std::runtime_error("there is no room for temporary files: set TMPDIR to a folder with room");
  return "";
}

void PrintedFile::give_back() {
  if (stdout_ < 0) return;
  (void)std::fflush(stdout);
  (void)dup2(stdout_, STDOUT_FILENO);
  (void)close(stdout_);
  stdout_ = -1;
}

Problems PrintedFile::finish() {
  if (!kept_) return {};
  const bool is_written = std::fflush(stdout) == 0;
  give_back();
  if (!is_written)
    return {{file_, "could not be written: the folder for temporary files is full", "set TMPDIR"}};
  std::rewind(kept_);
  std::string text;
  std::array<char, 1 << 16> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), kept_)) > 0;)
    text.append(part.data(), n);
  if (text.empty() || leads_nowhere(file_)) return {};
  WholeFile out(file_, existing_);
  out.write(text);
  const std::string& wrong = out.finish();
  if (wrong.empty()) return {};
  return {{file_, "could not be written: " + wrong, "name another file with -o"}};
}

PrintedFile::~PrintedFile() {
  give_back();
  if (kept_) (void)std::fclose(kept_);
}

}  // namespace ebb::inline app
