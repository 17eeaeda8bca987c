"""The course: lessons are files in `course/`, read by `lesson`, proved by `proof`, explained in `docs/lessons.md`."""
