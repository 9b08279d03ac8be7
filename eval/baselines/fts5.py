"""SQLite FTS5 over 50-line windows of every text file below the folders given; queries as JSON word lists on stdin."""
import json
import os
import sqlite3
import sys
import time

WINDOW = 50
started = time.perf_counter()
db = sqlite3.connect(":memory:")
db.execute("CREATE VIRTUAL TABLE windows USING fts5(path, text)")
rows = 0
for folder in sys.argv[1:]:
    for parent, children, names in os.walk(folder):
        children[:] = [child for child in children if not child.startswith(".") and child != "node_modules"]
        for name in names:
            path = os.path.join(parent, name)
            if os.path.islink(path) or os.path.getsize(path) > 1 << 20 or name.endswith(".json"):
                continue
            try:
                lines = open(path, encoding="utf8").read().split("\n")
            except (UnicodeDecodeError, OSError):
                continue
            for at in range(0, len(lines), WINDOW):
                db.execute("INSERT INTO windows VALUES (?, ?)", (path, "\n".join(lines[at : at + WINDOW])))
                rows += 1
built = time.perf_counter() - started
ms = []
for words in json.load(sys.stdin):
    started = time.perf_counter()
    match = " OR ".join(f'"{word}"' for word in words)
    db.execute("SELECT path FROM windows WHERE windows MATCH ? ORDER BY rank LIMIT 10", (match,)).fetchall()
    ms.append((time.perf_counter() - started) * 1000)
print(json.dumps({"ms": ms, "rows": rows, "buildSeconds": built}))
