"""What this computer's owner chose: provider, model, address, limits, language; read once at start.

A value comes from the command line, else from the machine-wide policy (``ELISA_POLICY``), else from
``settings.json`` in Elisa's home, else from the defaults here. A key in the environment alone changes nothing.
"""

from __future__ import annotations

import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, ValidationError

from elisa.core.policy import load_policy
from elisa.core.small_file import write_whole
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

ProviderName = Literal["workshop", "claude", "openai", "lmstudio", "openrouter", "scripted"]
ThemeChoice = Literal["system", "light", "dark", "hc"]
FILE_NAME = "settings.json"

_log = logging.getLogger(__name__)


class BuildLimits(BaseModel):
    """Ceilings of a build and of each helper in it; ``None`` leaves a number to the engine.

    Where several sources name one, the smallest holds.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    tokens: PositiveInt | None = Field(default=None, description="input and output tokens of all helpers together")
    usd: PositiveFloat | None = Field(default=None, description="US dollars, where the model's price is known")
    seconds: PositiveFloat | None = Field(default=None, description="time that one helper's task waits for the model")
    turns: PositiveInt | None = Field(default=None, description="model calls of one helper's task")
    task_tokens: PositiveInt | None = Field(default=None, description="input and output tokens of one helper's task")
    task_usd: PositiveFloat | None = Field(default=None, description="US dollars of one helper's task")
    build_turns: PositiveInt | None = Field(default=None, description="model calls of all helpers together")
    build_seconds: PositiveFloat | None = Field(default=None, description="time of all these calls, added up")


class Settings(BaseModel):
    """The merged choices; unknown keys of a newer version are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    provider: ProviderName = "workshop"
    model: str | None = Field(default=None, min_length=1, max_length=200)
    base_url: str | None = Field(default=None, pattern=r"^https?://", max_length=2000)
    certificate: str | None = Field(
        default=None,
        max_length=2000,
        description="a file with a school's own certificate, trusted besides the system's",
    )
    language: str = Field(default="en", pattern=r"^[a-z]{2}$")
    limits: BuildLimits = BuildLimits()
    projects_folder: str | None = Field(default=None, max_length=2000, description="where new nuggets are kept")
    theme: ThemeChoice = "system"
    text_size: float = Field(default=1.0, ge=0.9, le=1.5, description="times the usual size")
    reduced_motion: bool = False
    sound: bool = True
    safe_graphics: bool = Field(default=False, description="draw without the graphics card")


def home(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the one folder that holds everything Elisa writes for itself: ``ELISA_HOME``, or the platform's place.

    It need not exist yet; whoever writes into it makes it.
    """
    chosen = environ.get("ELISA_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("Elisa", appauthor=False)


def load_settings(
    overrides: Mapping[str, object] | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    tell: Callable[[str], None] | None = None,
) -> Settings:
    """Read and merge all sources; a damaged settings file is set aside and never prevents the start.

    Args:
        overrides: What the command line says, by the names of ``Settings``; ``None`` values count as not said.
        environ: Where ``ELISA_HOME`` and ``ELISA_POLICY`` are looked up.
        tell: Hears each sentence for the person, such as that a file was damaged; the log hears it as well.

    Raises:
        BadInputError: ``policy.locked``: the command line names what the policy does not leave open.
        pydantic.ValidationError: An override has no valid value; the command line checks its own first.
    """
    policy = load_policy(environ.get("ELISA_POLICY"), Settings, tell)
    own = _own_choices(home(environ) / FILE_NAME, tell)
    open_choices = {name: value for name, value in own.items() if name not in policy.locked - {"limits"}}
    said = {name: value for name, value in (overrides or {}).items() if value is not None}
    policy.refuse_locked(said)
    return Settings.model_validate(_merge(open_choices, policy.choices, said))


def choose(values: Mapping[str, object], *, environ: Mapping[str, str] = os.environ) -> None:
    """Write choices into ``settings.json`` beside those that stand there; at any kill the old or the new file is there.

    Raises:
        OSError: Elisa's home cannot be written.
        pydantic.ValidationError: A value that no setting can have.
    """
    path = home(environ) / FILE_NAME
    merged = Settings.model_validate({**_own_choices(path, None), **values})
    write_whole(path, merged.model_dump_json(exclude_unset=True, indent=2))


def projects_folder(settings: Settings) -> Path:
    """Return where new nuggets are kept: the chosen folder, else one in Elisa's home, which no cloud folder syncs."""
    return Path(settings.projects_folder).expanduser() if settings.projects_folder else home() / "nuggets"


def _merge(*sources: Mapping[str, object]) -> dict[str, object]:
    """Lay the sources over each other, the strongest last; of each limit the smallest holds."""
    merged: dict[str, object] = {}
    for source in sources:
        if source.get("provider", merged.get("provider")) != merged.get("provider"):
            # A model and an address belong to the provider that they were chosen for.
            merged.pop("model", None)
            merged.pop("base_url", None)
        merged |= source
    merged["limits"] = _smallest(source["limits"] for source in sources if "limits" in source)
    return merged


def _own_choices(path: Path, tell: Callable[[str], None] | None) -> dict[str, object]:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        _say_and_log(tell, say("settings.unreadable"), f"{path}: {error}")
        return {}
    try:
        return Settings.model_validate_json(text).model_dump(exclude_unset=True)
    except ValidationError as error:
        _set_aside(path)
        _say_and_log(tell, say("settings.damaged"), f"{path}: {error.error_count()} faults")
        return {}


def _set_aside(path: Path) -> None:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    try:
        path.replace(path.with_name(f"settings.damaged-{stamp}.json"))
    except OSError as error:
        _log.info("%s stays where it is: %s", path, error)


def _smallest(several: Iterable[object]) -> dict[str, object]:
    limits = [BuildLimits.model_validate(one) for one in several]
    numbers = {
        name: [value for one in limits if (value := getattr(one, name)) is not None]
        for name in BuildLimits.model_fields
    }
    return {name: min(values) for name, values in numbers.items() if values}


def _say_and_log(tell: Callable[[str], None] | None, sentence: str, detail: str) -> None:
    _log.warning("%s (%s)", sentence, detail)
    if tell is not None:
        tell(sentence)
