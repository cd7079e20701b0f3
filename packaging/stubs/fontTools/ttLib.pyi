from typing import Literal, overload

class NameTable:
    def setName(self, string: str, nameID: int, platformID: int, platEncID: int, langID: int) -> None: ...

class HeadTable:
    created: int
    modified: int

class TTFont:
    flavor: str | None
    recalcTimestamp: bool
    def __init__(self, file: object) -> None: ...
    @overload
    def __getitem__(self, tag: Literal["head"]) -> HeadTable: ...
    @overload
    def __getitem__(self, tag: Literal["name"]) -> NameTable: ...
    def save(self, file: str) -> None: ...
