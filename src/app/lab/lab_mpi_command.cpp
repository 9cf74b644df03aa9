#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>

#include "app/lab/lab_mpi_command.hpp"
#include "fabric/lab/lab_mpi.hpp"
#include "programs/kernel_programs.hpp"
#include "programs/mpi_rounds.hpp"
#include "traffic/kernels/kernel_list.hpp"

namespace ebb::inline app {
namespace {}  // namespace

int run_mpi_in_lab(const LabNames& names, std::uint32_t hosts, const std::vector<std::string>& words,
                   const std::string& record) {
  if (Problems missing = lab_mpi_obstacles(); !missing.empty()) return report_failure(std::move(missing));
  const std::string here = std::filesystem::current_path().string();
  const auto start = prepare_mpi(
      names, hosts, {words, here, record.empty() ? "" : std::filesystem::absolute(record).string()});
  if (!start) return report_failure(start.problems());
  if (!enter_namespace(start->place.name_space))
    return report_failure(
        {{"ebb lab mpi", fmt::format("h0 cannot be entered: {}", std::strerror(errno)),
          geteuid() == 0 ? "`ebb lab status` says what is left of the lab" : "run it as root"}});
  std::vector<std::string> environment = start->place.environment;
  for (std::string& setting : environment) putenv(setting.data());
  std::vector<char*> arguments;
  for (const std::string& word : start->words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  return report_failure({{"ebb lab mpi", fmt::format("cannot start: {}", std::strerror(errno)), ""}});
}

void add_rounds_command(Command& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "rounds", "an MPI program: each process sends to each, and checks what it gets (for `ebb lab mpi`)");
  const auto wanted = std::make_shared<MpiRounds>();
  command->add_option("ROUNDS", wanted->rounds, "how many (10 by default)")
      ->check(whole_number(0, std::numeric_limits<int>::max()));
  command
      ->add_option("BYTES", wanted->bytes, "from each process to each other, in each round (4000 by default)")
      ->check(whole_number(8, 100'000'000));
  command->add_option("--stop", wanted->stop, "end when there is a file of this name")->type_name("FILE");
  command->add_option("--log", wanted->log, "tell of the rounds in this file")->type_name("FILE");
  command->callback([wanted, &exit_code] {
    const auto wrong = run_rounds(*wanted);
    exit_code = !wrong ? report_failure(wrong.problems()) : *wrong == 0 ? succeeded : failed;
  });
}

void add_kernel_command(Command& lab, int& exit_code) {
  auto* command =
      lab.add_subcommand("kernel",
                         "an MPI program that computes and sends as a NAS benchmark does, and checks "
                         "its result (for `ebb lab mpi`)");
  add_examples(*command, {"mpirun -np 4 ebb lab kernel nas-cg", "ebb lab mpi -- ebb lab kernel nas-lu"});
  struct Wanted {
    std::string kernel, size = "S";
    int iterations = 0;
  };
  const auto wanted = std::make_shared<Wanted>();
  command->add_option("KERNEL", wanted->kernel, "nas-bt, nas-cg, nas-ft, nas-is, nas-lu, nas-mg")->required();
  command->add_option("--class", wanted->size, "size of the problem: S, A or C; S unless said otherwise");
  command
      ->add_option("--iterations", wanted->iterations,
                   "of the program's, so many; 0: 3 to 8, enough to tell right from wrong, and more than "
                   "`ebb trace make` has")
      ->check(whole_number(0, 10'000));
  command->callback([wanted, &exit_code] {
    const auto kernel = find_kernel(wanted->kernel);
    const KernelSize* size = wanted->size.size() == 1 ? kernel_size(wanted->size[0]) : nullptr;
    if (!kernel || !size) {
      exit_code = refuse(
          !kernel
              ? kernel.problems()
              : Problems{{"--class", "is \"" + wanted->size + "\", but must be " + kernel_size_names, ""}});
      return;
    }
    const auto right = run_kernel_program(**kernel, *size, wanted->iterations);
    exit_code = !right ? refuse(right.problems()) : *right ? succeeded : failed;
  });
}

}  // namespace ebb::inline app
