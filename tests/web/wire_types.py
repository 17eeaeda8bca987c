"""The shapes of the server's messages as TypeScript declarations, which the page's code is checked against.

`make format` writes them anew; `test_wire_types.py` compares them with the server.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kingme.web.app import create_app

TARGET = Path(__file__).parents[2] / "src" / "kingme" / "web" / "static" / "js" / "wire.d.ts"
HEAD = """/**
 * What the server sends and takes over REST, made from its schema by `make format`: do not edit.
 * What it does not describe there stands in `types.d.ts`.
 */

"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WIDTH = 120


def declarations() -> str:
    schema = create_app().openapi()
    parts = [_interface(name, item) for name, item in sorted(schema["components"]["schemas"].items())]
    parts += [_answers(method, schema["paths"]) for method in ("get", "post", "delete")]
    return HEAD + "declare namespace Wire {\n" + "\n".join(parts) + "}\n"


def _answers(method: str, paths: dict[str, Any]) -> str:
    """What a method answers at each address, as far as the schema tells; longer addresses come first."""
    lines = [f"  /** What {method.upper()} answers, by address. */\n  type {method.capitalize()}<P> =\n"]
    for path in sorted(paths, key=lambda path: (-path.count("/"), "{" in path, path)):
        route = paths[path].get(method, {})
        found = [item for code, item in route.get("responses", {}).items() if code.startswith("2")]
        answer = found[0].get("content", {}).get("application/json", {}).get("schema", {}) if found else {}
        if "$ref" in answer:
            address = re.sub(r"{\w+}", "${string}", path)
            has_query = any(item["in"] == "query" for item in route.get("parameters", ()))
            query = f" | `{address}?${{string}}`" if has_query else ""
            lines.append(f"    P extends `{address}`{query} ? {_type(answer)} :\n")
    return "".join(lines) + "    unknown;\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    fields = "".join(
        _field(key + ("" if key in required else "?"), _types(item))
        for key, item in schema.get("properties", {}).items()
    )
    return f"  interface {name} {{\n{fields}  }}\n"


def _field(name: str, types: list[str]) -> str:
    line = f"    {name}: {' | '.join(types)};\n"
    if len(line) <= WIDTH:
        return line
    return f"    {name}:\n" + "".join(f"      | {item}\n" for item in types)[:-1] + ";\n"


def _types(schema: dict[str, Any]) -> list[str]:
    """The alternatives of a schema."""
    if "anyOf" in schema:
        return [item for part in schema["anyOf"] for item in _types(part)]
    return [_type(schema)]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(item) for item in schema["prefixItems"]) + "]"
        inner = " | ".join(_types(schema["items"]))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {' | '.join(_types(values)) if isinstance(values, dict) else 'unknown'}>"
    return SIMPLE.get(kind or "", "unknown")


if __name__ == "__main__":
    TARGET.write_text(declarations(), "utf-8")
