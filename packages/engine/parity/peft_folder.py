"""How the fixtures store an adapter: as peft does, and the same in every run."""

import json
from pathlib import Path

import peft

import json_file


def save_adapter(model: peft.PeftModel, folder: Path, family: str) -> None:
    model.peft_config["default"].base_model_name_or_path = f"parity/{family}"
    # Without this, an adapter of the head brings the whole embedding along.
    model.save_pretrained(folder, save_embedding_layers=False)
    (folder / "README.md").unlink(missing_ok=True)
    config = json.loads((folder / "adapter_config.json").read_text())
    # Sets in memory: sorted, so that every run writes the same file.
    for name in ("target_modules", "exclude_modules"):
        if isinstance(config[name], list):
            config[name].sort()
    json_file.write(folder / "adapter_config.json", config)
