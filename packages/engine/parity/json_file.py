"""JSON that reads well in a diff."""

import json
import re
from pathlib import Path


def write(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    # Lists of numbers on one line.
    text = re.sub(r"\[[\d\s,.e-]+\]", lambda numbers: " ".join(numbers[0].split()), text)
    path.write_text(text + "\n")
