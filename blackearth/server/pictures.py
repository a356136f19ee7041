"""Makes the sheets and pictures of all scenarios into the package, so that the server finds them ready.

``python -m blackearth.server.pictures [FOLDER]``
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from blackearth import systems
from blackearth.server import sheets
from blackearth.server.pages import static_folder


def write(folder: Path) -> None:
    """Write ``SYSTEM/SCENARIO/FILE`` below a folder, in place of whatever is there."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in systems.all_ids():
        system = systems.get(name)
        for scenario in system.scenarios():
            place = folder / name / scenario.id
            place.mkdir(parents=True)
            for file, content in sheets.make(system, scenario.id).items():
                (place / file).write_bytes(content)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else static_folder() / "sheets")
