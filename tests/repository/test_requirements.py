"""The locked requirements are those of pyproject.toml: `make lock` was run after the last change to it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLUSTER = PROJECT["project"]["optional-dependencies"]["cluster"]
#: What each lock file is made from, besides the dependencies of the package: groups, and an extra.
LOCKS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "requirements.txt": (("build",), []),
    "requirements-dev.txt": (("dev",), CLUSTER),
    "requirements-lowest.txt": (("build", "test"), CLUSTER),
}
_PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+?)(?: ; (?P<marker>.+?))? \\$", re.MULTILINE)


def group(name: str) -> Iterator[str]:
    """The requirements of a dependency group, with those that it includes."""
    for each in PROJECT["dependency-groups"][name]:
        if isinstance(each, str):
            yield each
        else:
            yield from group(each["include-group"])


def wanted(lock: str) -> list[Requirement]:
    """What a lock must hold, as pyproject.toml says it."""
    groups, extra = LOCKS[lock]
    said = [*PROJECT["project"]["dependencies"], *extra, *(each for name in groups for each in group(name))]
    return [Requirement(each) for each in said]


def pins(lock: str) -> dict[str, Version]:
    """What a lock holds for this machine."""
    text, found = (ROOT / lock).read_text(encoding="utf-8"), dict[str, Version]()
    for pin in _PIN.finditer(text):
        marker = Requirement(f"x ; {pin['marker']}").marker if pin["marker"] else None
        if marker is None or marker.evaluate():
            assert pin["name"] not in found, f"{pin['name']} twice"
            found[pin["name"]] = Version(pin["version"])
    assert len(_PIN.findall(text)) == sum(not line.startswith("    --hash=") for line in text.splitlines())
    return found


def closure(requirements: Iterable[Requirement]) -> set[str]:
    """These packages and everything they require here, by the metadata of installed packages."""
    found, waiting = set[tuple[str, str]](), [each for each in requirements if _applies(each)]
    while waiting:
        each = waiting.pop()
        for extra in ("", *each.extras):
            key = canonicalize_name(each.name), extra
            if key not in found:
                found.add(key)
                needs = map(Requirement, distribution(each.name).requires or ())
                waiting += [need for need in needs if _applies(need, extra)]
    return {name for name, _ in found}


def _applies(requirement: Requirement, extra: str = "") -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_locked_within_its_bounds(lock: str) -> None:
    locked = pins(lock)
    for each in wanted(lock):
        version = locked.get(canonicalize_name(each.name))
        assert version is not None, f"{each} is not in {lock}: make lock"
        assert each.specifier.contains(version, prereleases=True), f"{lock} has {version}, not {each}: make lock"


def test_the_lowest_versions_are_those_that_are_allowed() -> None:
    """Every requirement has a lower bound, and exactly that version is tested."""
    locked = pins("requirements-lowest.txt")
    for each in wanted("requirements-lowest.txt"):
        lower = [Version(bound.version) for bound in each.specifier if bound.operator == ">="]
        assert lower == [locked[canonicalize_name(each.name)]], f"{each}: make lock"


def test_development_has_the_versions_of_the_package() -> None:
    dev = pins("requirements-dev.txt")
    assert pins("requirements.txt").items() <= dev.items()


def test_every_locked_package_is_needed() -> None:
    """Checked in the environments of `make test` and `make test-lowest`, by the installed packages."""
    here = [lock for lock in LOCKS if all(_installed(name) == version for name, version in pins(lock).items())]
    assert here in (["requirements.txt", "requirements-dev.txt"], ["requirements-lowest.txt"]), "make test"
    for lock in here:
        assert set(pins(lock)) == closure(wanted(lock)), "make lock"


def _installed(name: str) -> Version | None:
    try:
        return Version(distribution(name).version)
    except PackageNotFoundError:
        return None


def test_requirements_are_written_in_one_place() -> None:
    assert not list(ROOT.glob("requirements*.in"))
    (build,) = PROJECT["build-system"]["requires"]
    assert build in {Requirement(each).name for each in PROJECT["dependency-groups"]["build"]}


def test_make_lock_makes_every_lock_from_pyproject() -> None:
    done = subprocess.run(["make", "-n", "lock"], cwd=ROOT, capture_output=True, text=True, check=True)
    made = {line.rpartition("--output-file ")[2]: line for line in done.stdout.splitlines() if "uv pip" in line}
    assert made.keys() == LOCKS.keys()
    for lock, line in made.items():
        groups, extra = LOCKS[lock]
        assert "uv pip compile pyproject.toml --universal --generate-hashes" in line
        assert re.findall(r"--group (\S+)", line) == list(groups)
        assert ("--extra cluster" in line) == bool(extra)
        assert ("--resolution lowest-direct" in line) == (lock == "requirements-lowest.txt")
