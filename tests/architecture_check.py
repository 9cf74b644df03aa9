"""What the checks of the architecture share: they print every fault and fail, or say that all is well."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(faults, self_test, fine):
    """faults(root) lists what is wrong; --self-test checks the checker instead."""
    if "--self-test" in sys.argv[1:]:
        return self_test()
    found = list(faults(ROOT))
    if found:
        sys.exit("\n".join(found))
    print(fine)
