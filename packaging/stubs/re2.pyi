# google-re2 brings no types; this is the part that we use.
class Error(Exception): ...

error = Error

class Options:
    log_errors: bool
    case_sensitive: bool
    def __init__(self) -> None: ...

class _Match: ...

class _Regexp:
    def search(self, text: str) -> _Match | None: ...

def compile(pattern: str, options: Options | None = None) -> _Regexp: ...  # noqa: A001 - the library calls it so
