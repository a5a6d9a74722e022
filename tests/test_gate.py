"""The README, the gate and the locks say the same."""

import re
import subprocess
import sys
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.servers import ROOT

RUN = (
    "python3 -m venv .venv && .venv/bin/pip install -q -r requirements.lock"
    " && .venv/bin/python manage.py demo"
)
TEST = (
    "python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.lock"
    " && .venv/bin/python -m pytest"
)


def locked(name: str) -> set[str]:
    text = (ROOT / name).read_text()
    return {
        canonicalize_name(hit) for hit in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)
    }


def named(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in requirements}


def test_the_readme_starts_with_the_two_commands() -> None:
    commands = re.findall(
        r"^ *(python3 -m venv .*)$", (ROOT / "README.md").read_text(), re.MULTILINE
    )
    assert commands[:2] == [RUN, TEST]


def test_the_gate_runs_the_readmes_test_command_to_the_letter() -> None:
    lines = [line.strip() for line in (ROOT / ".ci" / "run").read_text().splitlines()]
    assert TEST in lines


def test_every_link_from_one_page_of_the_docs_to_another_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = {
        (page.name, link): (page.parent / link).exists()
        for page in pages
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text())
    }
    assert [link for link, is_there in links.items() if not is_there] == []


def test_every_direct_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = named(project["project"]["dependencies"])
    assert direct <= locked("requirements.lock")
    assert direct | named(project["dependency-groups"]["dev"]) <= locked("requirements-dev.lock")
    extras = named(project["project"]["optional-dependencies"]["production"])
    assert direct | extras <= locked("requirements-production.lock")


def test_the_locks_hold_hashes_and_no_addresses() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-production.lock"):
        text = (ROOT / name).read_text()
        assert "--hash=sha256:" in text
        assert "http" not in text


def test_without_the_packages_manage_py_says_how_to_get_them() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "manage.py"), "demo"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert RUN in done.stderr
    assert TEST in done.stderr


def test_no_file_is_longer_than_the_house_allows() -> None:
    folders = ("azulsite", "games", "tests")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in files
    }
    limits = {name: 600 if name.startswith("tests/") else 500 for name in lengths}
    assert not {name: n for name, n in lengths.items() if n > limits[name]}
