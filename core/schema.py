"""Everything that is taken from pydantic: the forms that answers of models and imported files must have."""

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

__all__ = [
    "AfterValidator",
    "BaseModel",
    "BeforeValidator",
    "ConfigDict",
    "FailFast",
    "Field",
    "JsonValue",
    "ValidationError",
    "model_validator",
]
