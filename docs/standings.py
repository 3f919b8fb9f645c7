#!/usr/bin/env python3
"""Works out the standings of an exported league from its log alone.

    python3 standings.py DIR

DIR is the directory of the export, or its league.json. The program shares nothing
with the referee but that file: the chain of the log is checked with SHA-256, the
decisions are gone through one by one, and the table is counted as docs/league-format.md
says it is. One JSON line for each player, the first first.

Round robins and Swiss leagues have such a table. A ladder has none: what counts
there is the order that its matches have made, and this program refuses it.
"""

import codecs
import hashlib
import json
import os
import sys


def read(path):
    """The decisions that stand, after the chain was checked."""
    if os.path.isdir(path):
        path = os.path.join(path, "league.json")
    try:
        with open(path, "rb") as file:
            octets = file.read()
        wide = octets[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        league = json.loads(octets.decode("utf-16" if wide else "utf-8-sig"))
    except OSError as err:
        sys.exit(str(err))
    except ValueError:
        sys.exit(f"{path} is not the JSON of an exported league")
    if not isinstance(league, dict) or "log" not in league:
        sys.exit(f"{path} is not an exported league")
    head = bytes(32)
    log = []
    for entry in league["log"]:
        line = entry["line"].encode()
        head = hashlib.sha256(head + line).digest()
        if head.hex() != entry["head"]:
            sys.exit(f"entry {len(log) + 1} does not fit its head")
        log.append(json.loads(line))
    void = set()
    for d in reversed(log):
        if d["kind"] == "undo" and d["n"] not in void:
            void.add(d["to"])
    return [d for d in log if d["n"] not in void]


class Table:
    def __init__(self, decisions):
        self.members, self.planned, self.gone = [], [], set()
        self.byes = []  # of a Swiss league, a player for each
        self.matches = {}  # number: [first, second, result, marked]
        for d in decisions:
            self.take(d)

    def take(self, d):
        kind = d["kind"]
        if kind in ("create", "amend"):
            self.rules = d["rules"]
        elif kind == "join":
            self.members.append(d["player"])
        elif kind == "leave":
            self.members.remove(d["player"])
        elif kind == "start":
            self.members = list(d["order"])
            self.planned = [tuple(p) for r in d.get("plan", []) for p in r.get("pairs", [])]
        elif kind == "pair":
            for i, (a, b) in enumerate(d.get("pairs", [])):
                if self.round_robin():
                    self.planned.remove((a, b))
                self.matches[d["match"] + i] = [a, b, None, False]
            if not self.round_robin():
                self.byes += d.get("byes", [])
        elif kind == "award":  # the bids for a match, in the order of the pair as it was paired
            self.award(self.matches[d["match"]], *d["bids"])
        elif kind in ("result", "correct"):
            self.matches[d["match"]][2] = d.get("result")
        elif kind == "substitute":
            self.matches[d["match"]][3] = True
        elif kind == "withdraw" and self.round_robin():  # else his results stand
            self.gone.add(d["player"])

    def award(self, match, a, b):
        """The players of a pair change sides where their bids want it so."""
        if a["side"] != b["side"]:
            change = a["side"] == 2
        else:  # the higher bid has it; with equal ones, who was paired for that side
            given, other = (a, b) if a["side"] == 1 else (b, a)
            change = other["vp"] > given["vp"]
        if change:
            match[0], match[1] = match[1], match[0]

    def round_robin(self):
        return self.rules["format"] == "round-robin"

    def walkover(self, a, b):
        """What an unplayed pair counts as when somebody of it has withdrawn."""
        if a in self.gone and b in self.gone:
            return {"how": "forfeit"}
        if a in self.gone:
            return {"how": "forfeit", "winner": 2}
        if b in self.gone:
            return {"how": "forfeit", "winner": 1}
        return None

    def annulled(self, p):
        """Withdrawn, and less than half of the matches finished."""
        if p not in self.gone:
            return False
        every = [m for m in self.matches.values() if p in m[:2]]
        finished = 0
        for a, _, result, _ in every:
            side = 1 if a == p else 2
            if result and (result["how"] != "forfeit" or result.get("winner") == side):
                finished += 1
        return 2 * finished < len(every) + sum(p in pair for pair in self.planned)

    def counted(self):
        out = []
        rows = list(self.matches.values()) + [[a, b, None, False] for a, b in self.planned]
        for a, b, result, marked in rows:
            result = result or self.walkover(a, b)
            if result and not self.annulled(a) and not self.annulled(b):
                out.append((a, b, result, marked))
        return out

    def standings(self):
        scoring, games = self.rules["scoring"], self.counted()

        def half(result, side):
            if result.get("winner", 0) == side:
                return 2
            return 1 if not result.get("winner") and result["how"] != "forfeit" else 0

        def worth(result, side):
            h = half(result, side)
            if h == 2:
                return scoring["decisive"] if result.get("decisive") else scoring["win"]
            return scoring["draw"] if h == 1 else scoring["loss"]

        lines = {p: {"player": p, "points": 0, "mutual": 0, "berger": 0, "vp": 0, "timeouts": 0, "annulled": self.annulled(p)}
                 for p in self.members}
        for a, b, result, _ in games:
            for side, p in ((1, a), (2, b)):
                line = lines[p]
                line["points"] += worth(result, side)
                line["vp"] += result.get("vp", 0) * (1 if side == 1 else -1)
                line["timeouts"] += result.get("timeouts", [0, 0])[side - 1]
        for p in self.byes:
            lines[p]["points"] += scoring["bye"]
        for a, b, result, _ in games:
            lines[a]["berger"] += half(result, 1) * lines[b]["points"]
            lines[b]["berger"] += half(result, 2) * lines[a]["points"]
        for p, line in lines.items():
            group = {q for q, l in lines.items() if l["points"] == line["points"] and not l["annulled"]}
            inside = [g for g in games if g[0] in group and g[1] in group]
            met = {frozenset(g[:2]) for g in inside}
            if not line["annulled"] and len(met) == len(group) * (len(group) - 1) // 2:
                line["mutual"] = sum(worth(r, 1 if a == p else 2) for a, b, r, _ in inside if p in (a, b))
        order = lambda l: (l["annulled"], -l["points"], -l["mutual"], -l["berger"], -l["vp"], l["timeouts"])
        ranked = sorted(lines.values(), key=order)
        for i, line in enumerate(ranked):
            same = i > 0 and order(ranked[i - 1]) == order(line)
            line["place"] = 0 if line["annulled"] else ranked[i - 1]["place"] if same else i + 1
        return ranked


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = Table(read(sys.argv[1]))
    if table.rules["format"] == "ladder":
        sys.exit("a ladder has an order, not a table")
    for row in table.standings():
        print(json.dumps(row))
