#include <limits>
#include <memory>

#include "app/lab/lab_commands.hpp"
#include "tasks/lab/kernel_task.hpp"

namespace ebb::inline app {

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
  command->add_option("--log", wanted->log, "write the rounds into this file")->type_name("FILE");
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
  const auto wanted = std::make_shared<LabKernelOptions>();
  command->add_option("KERNEL", wanted->kernel, "nas-bt, nas-cg, nas-ft, nas-is, nas-lu, nas-mg")->required();
  command->add_option("--class", wanted->size, "size of the problem: S, A or C; S unless said otherwise");
  command
      ->add_option("--iterations", wanted->iterations,
                   "of the program's, so many; 0: 3 to 8, enough to tell right from wrong, and more than "
                   "`ebb trace make` has")
      ->check(whole_number(0, 10'000));
  command->callback([wanted, &exit_code] {
    const auto right = run_lab_kernel(*wanted);
    exit_code = !right ? refuse(right.problems()) : *right ? succeeded : failed;
  });
}

}  // namespace ebb::inline app
