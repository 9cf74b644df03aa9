// The live pages of this user's processes on this machine, so that `ebb serve` can show runs that were
// started in other terminals. Each process writes one small file into a folder that only its user can enter,
// because an address holds the token of its page.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline tasks {

struct LiveEntry {
  std::string title, address;
  std::string folder;       ///< where its process works
  std::string started_utc;  ///< "2026-01-31T23:59:59Z"
  int process = 0;
};

/// Lists a page from its construction until its destruction. Does nothing where the folder cannot be used:
/// a run never fails because of it.
class LiveListing {
 public:
  LiveListing(const std::string& title, const std::string& address);
  ~LiveListing();
  LiveListing(const LiveListing&) = delete;
  LiveListing& operator=(const LiveListing&) = delete;

 private:
  std::string path_;  ///< empty: it is not listed
};

/// The oldest first. Files of processes that have ended without removing theirs are removed.
std::vector<LiveEntry> listed_live_pages();

/// `$EBB_LIVE`, or `ebb-live` in `$XDG_RUNTIME_DIR`, or `/tmp/ebb-live-UID`.
std::string live_list_folder();

}  // namespace ebb::inline tasks
