#!/usr/bin/env python3
"""Checks the dice of a match file, without the referee.

    python3 verify.py match.json [--head '#57·ab12cd34'] [--rolls]
    python3 verify.py proof.json
    python3 verify.py --self-test [dice-format.md]

Written from docs/dice-format.md alone, as a second opinion on `referee verify`: only
Python's standard library, no line shared with the referee. It checks that no
entry was changed, dropped or added, that every roll is there, proven by the
key of the match, and depends on the orders before it, and the rounds of a public
beacon. It does not know the rules of any game: whether a roll was due, what
followed from it, and whether the game's data are those that are named, only
`referee verify` can say. Of a file of single rolls it checks each proof alone.

Exit code 0: all of that holds. 1: it does not, and the first bad entry is
named. 2: wrong usage, or the file cannot be read. 3: nothing is wrong, but the
rolls are not proven, or not fully.
"""

import argparse
import codecs
import hashlib
import json
import re
import sys

FORMAT = "referee-match/1"
ROLLS = "referee-rolls/1"
SUITE = "referee-dice/1 ECVRF-EDWARDS25519-SHA512-TAI"
SCHEME = "bls-unchained-g1-rfc9380"
MOST_ENTRIES = 20_000  # of a match; a file of twice as many is read
LARGEST = 2**53 - 1  # whole numbers that every reader of JSON agrees on
ONLY = {"auto": "answer", "standing": "answer", "opens": "answer", "deals": "answer", "phrase": "join"}  # fields of one kind of decision
KINDS = {str: "texts", int: "numbers", dict: "objects"}


class Bad(Exception):
    """What is wrong, and with which entry; 0 is the file as a whole."""

    def __init__(self, why, entry=0):
        super().__init__(why)
        self.entry = entry


def sha256(data):
    return hashlib.sha256(data).digest()


def sha512(data):
    return hashlib.sha512(data).digest()


# --- Edwards25519 (RFC 8032), points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1
ZERO = (0, 1, 1, 0)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * D * p[3] * q[3] % P, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(*terms):
    """The sum of k·p over the pairs (k, p), all at once."""
    sums = [ZERO]
    for _, p in terms:
        sums += [add(s, p) for s in sums]
    total = ZERO
    for bit in range(max(k.bit_length() for k, _ in terms) - 1, -1, -1):
        total = add(total, total)
        pick = sum((k >> bit & 1) << i for i, (k, _) in enumerate(terms))
        if pick:
            total = add(total, sums[pick])
    return total


def negative(p):
    return P - p[0], p[1], p[2], P - p[3]


def encode(p):
    z = pow(p[2], -1, P)
    return ((p[1] * z % P) | (p[0] * z % P & 1) << 255).to_bytes(32, "little")


def decode(data):
    """The point that 32 bytes spell (RFC 8032, 5.1.3), or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if v * x * x % P == P - u:
        x = x * ROOT % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def is_zero(p):
    return p[0] % P == 0 and (p[1] - p[2]) % P == 0


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


# --- ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381)


def vrf_key(data):
    """The point of a public key (5.4.5), or None."""
    point = decode(data)
    return None if point is None or is_zero(times((8, point))) else point


def vrf_encode(salt, alpha):
    """Encode to curve, try and increment (5.4.1.1)."""
    for counter in range(256):
        point = decode(sha512(b"\x03\x01" + salt + alpha + bytes([counter, 0]))[:32])
        if point is not None:
            point = times((8, point))
            if not is_zero(point):
                return point
    return None


def vrf_verify(key, alpha, proof):
    """The 64 bytes that a proof shows to belong to alpha (5.3), or None."""
    public = vrf_key(key)
    gamma = decode(proof[:32])
    c, s = int.from_bytes(proof[32:48], "little"), int.from_bytes(proof[48:], "little")
    h = vrf_encode(key, alpha)
    if len(proof) != 80 or None in (public, gamma, h) or s >= ORDER:
        return None
    u = times((s, BASE), (c, negative(public)))
    v = times((s, h), (c, negative(gamma)))
    told = b"\x03\x02" + key + encode(h) + proof[:32] + encode(u) + encode(v) + b"\x00"
    if sha512(told)[:16] != proof[32:48]:
        return None
    return sha512(b"\x03\x03" + encode(times((8, gamma))) + b"\x00")


# --- BLS12-381, signatures in G1 and keys in G2 (drand's quicknet)
#
# Points are affine, None at infinity, over numbers a + b·i with i·i = -1, both
# groups alike. Elements of the field of pairings are six such numbers, factors
# of 1, w, … w^5, with w^6 = 1 + i.

Q = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
BLS_X = 0xD201000000010000  # the curve's parameter, without its sign
G2_BASE = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
BLS_TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

# The curve that hashes are mapped to first (RFC 9380, 8.8.1), and the abscissae
# of the kernel of its map to G1, as the polynomial that has them as its roots
# (constant first). Velu's formulas make of it the map that RFC 9380 writes
# out in appendix E.2.
ISO_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
ISO_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
ISO_KERNEL = (
    0x133341FB0962A34CB0504A9C4FADA0A5090D38679B4C040D5D1C3AFB023A3409FCC0815FEA66D8B02BBEF9C8B5A66E07,
    0x0264908AF037BCEDE00D054CF5D4775E83EB6CF63C76B969F8ED174FB59FCFF78D201F46F6CFC4ED6552E59CE75177B0,
    0x1335C502C1F54C49ACEEA65E87FD7203BA0F626F305FC0CFD606A5DAE9F3C8E81A4B3B69600129FABD307C69BF319D39,
    0x094440F65F408A6E930E16E3E92DD17BF60D6E9679A8D3D58593DE55AC23703042D609537EB3549AAC234D896CA82944,
    0x04AFE09D5CF4956A23B6B71F59D2B3407B415A774B7BE81BBB6FA99CBC798E0AC98BA725A5BC328016B1C268B4766E85,
    1,
)


def mul2(a, b):
    return (a[0] * b[0] - a[1] * b[1]) % Q, (a[0] * b[1] + a[1] * b[0]) % Q


def sub2(a, b):
    return (a[0] - b[0]) % Q, (a[1] - b[1]) % Q


def inv2(a):
    n = pow(a[0] * a[0] + a[1] * a[1], -1, Q)
    return a[0] * n % Q, -a[1] * n % Q


def slope(p, q):
    """Of the line through two points, or the tangent; None where it is upright."""
    if p[0] != q[0]:
        return mul2(sub2(q[1], p[1]), inv2(sub2(q[0], p[0])))
    if p[1] != q[1] or p[1] == (0, 0):
        return None
    square = mul2(p[0], p[0])
    return mul2((3 * square[0], 3 * square[1]), inv2((2 * p[1][0], 2 * p[1][1])))


def bls_add(p, q):
    if p is None or q is None:
        return p or q
    m = slope(p, q)
    if m is None:
        return None
    x = sub2(sub2(mul2(m, m), p[0]), q[0])
    return x, sub2(mul2(m, sub2(p[0], x)), p[1])


def bls_times(k, p):
    total = None
    for bit in bin(k)[2:]:
        total = bls_add(total, total)
        if bit == "1":
            total = bls_add(total, p)
    return total


def root1(a):
    r = pow(a, (Q + 1) // 4, Q)
    return r if r * r % Q == a % Q else None


def root2(a):
    """A square root of a + b·i, or None."""
    if a[1] == 0:
        r = root1(a[0])
        return (r, 0) if r is not None else (0, root1(-a[0]))
    n = root1(a[0] * a[0] + a[1] * a[1])
    for half in () if n is None else ((a[0] + n) * pow(2, -1, Q), (a[0] - n) * pow(2, -1, Q)):
        r = root1(half)
        if r:
            return r, a[1] * pow(2 * r, -1, Q) % Q
    return None


def bls_decode(data):
    """The point of the right order that 48 bytes (G1) or 96 (G2) spell, or None."""
    flags, body = data[0] >> 5, bytes([data[0] & 31]) + data[1:]
    x = tuple(int.from_bytes(body[i : i + 48], "big") for i in range(len(body) - 48, -1, -48))
    if flags & 6 != 4 or max(x) >= Q:  # compressed, and not infinity
        return None
    x, b = (x + (0,), (4, 0)) if len(x) == 1 else (x, (4, 4))
    cube = mul2(mul2(x, x), x)
    y = root2(((cube[0] + b[0]) % Q, (cube[1] + b[1]) % Q))
    if y is None or (len(data) == 48 and y[1]):
        return None
    larger = (y[1] or y[0]) > (Q - 1) // 2
    if larger != bool(flags & 1):
        y = -y[0] % Q, -y[1] % Q
    return (x, y) if bls_times(R, (x, y)) is None else None


def to_isogenous(u):
    """A number to a point of the curve ISO (RFC 9380, 6.6.2), Z being 11."""
    t = 11 * u * u % Q
    d = (t * t + t) % Q
    x = -ISO_B * (1 + pow(d, -1, Q)) * pow(ISO_A, -1, Q) % Q if d else ISO_B * pow(11 * ISO_A, -1, Q) % Q
    y = root1(x**3 + ISO_A * x + ISO_B)
    if y is None:
        x = t * x % Q
        y = root1(x**3 + ISO_A * x + ISO_B)
    return x, y if y & 1 == u & 1 else Q - y


def isogeny(x, y):
    """The point of G1's curve, of a point of the curve ISO."""
    k, rows = list(ISO_KERNEL), []
    for _ in range(4):  # the kernel's polynomial at x, and its derivatives
        rows.append(sum(a * pow(x, i, Q) for i, a in enumerate(k)) % Q)
        k = [i * a for i, a in enumerate(k)][1:]
    n = pow(rows[0], -1, Q)
    a, b, c = (r * n for r in rows[1:])
    l0, l1, l2 = a % Q, (b - a * a) % Q, (c - 3 * a * b + 2 * a**3) % Q
    f0, f1, f2 = x**3 + ISO_A * x + ISO_B, 3 * x * x + ISO_A, 6 * x
    ninth = pow(11, -1, Q)
    to_x = 11 * x + 2 * ISO_KERNEL[4] - 2 * f1 * l0 - 4 * f0 * l1
    to_y = 11 - 2 * f2 * l0 - 6 * f1 * l1 - 4 * f0 * l2
    return (to_x * ninth**2 % Q, 0), (y * to_y * ninth**3 % Q, 0)


def hash_to_g1(message):
    """BLS12381G1_XMD:SHA-256_SSWU_RO_ of RFC 9380."""
    tag = BLS_TAG + bytes([len(BLS_TAG)])
    first = sha256(bytes(64) + message + b"\x00\x80\x00" + tag)
    blocks = [sha256(first + b"\x01" + tag)]
    for i in range(2, 5):
        blocks.append(sha256(bytes(a ^ b for a, b in zip(first, blocks[-1])) + bytes([i]) + tag))
    spread = b"".join(blocks)
    halves = (int.from_bytes(spread[i : i + 64], "big") % Q for i in (0, 64))
    p, q = (isogeny(*to_isogenous(u)) for u in halves)
    return bls_times(BLS_X + 1, bls_add(p, q))


def mul12(a, b):
    out = [[0, 0] for _ in range(6)]
    for i, (a0, a1) in enumerate(a):
        if a0 or a1:
            for j, (b0, b1) in enumerate(b):
                c, d = a0 * b0 - a1 * b1, a0 * b1 + a1 * b0
                if i + j >= 6:
                    c, d = c - d, c + d  # w^6 = 1 + i
                k = out[(i + j) % 6]
                k[0] += c
                k[1] += d
    return [(c % Q, d % Q) for c, d in out]


def line(m, t, p):
    """The line through t of slope m, at p of G1, but for a factor that the last power takes away."""
    ends = sub2(mul2(m, t[0]), t[1])
    zero = (0, 0)
    return [ends, zero, (-m[0] * p[0][0] % Q, -m[1] * p[0][0] % Q), p[1], zero, zero]


def pairings_cancel(pairs):
    """Whether the product of e(p, q) over the pairs, p in G1 and q in G2, is 1."""
    f = [(1, 0)] + [(0, 0)] * 5
    sums = [q for _, q in pairs]
    for bit in bin(BLS_X)[3:]:
        f = mul12(f, f)
        for i, (p, q) in enumerate(pairs):
            f = mul12(line(slope(sums[i], sums[i]), sums[i], p), f)
            sums[i] = bls_add(sums[i], sums[i])
            if bit == "1":
                f = mul12(line(slope(sums[i], q), sums[i], p), f)
                sums[i] = bls_add(sums[i], q)
    # The last power is (Q^6 - 1)·(Q^6 + 1)/R. After the second factor, the first
    # gives 1 where there is no odd power of w, and only there.
    power, g = (Q**6 + 1) // R, [(1, 0)] + [(0, 0)] * 5
    small = [g]
    for _ in range(15):
        small.append(mul12(small[-1], f))
    for digit in f"{power:x}":
        for _ in range(4):
            g = mul12(g, g)
        g = mul12(g, small[int(digit, 16)])
    return all(g[i] == (0, 0) for i in (1, 3, 5))


def bls_verify(key, message, signature):
    public, point = bls_decode(key), bls_decode(signature)
    if public is None or point is None:
        return False
    base = bls_decode(G2_BASE)
    opposite = base[0], (-base[1][0] % Q, -base[1][1] % Q)
    return pairings_cancel([(point, opposite), (hash_to_g1(message), public)])


# --- The match file (docs/dice-format.md)


def unique(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {name!r} occurs twice")
        found[name] = value
    return found


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


def decoded(octets):
    """The text of a file, whatever systems made of it on its way."""
    if octets.startswith((b"\x1f\x8b", b"PK\x03\x04")):
        raise Bad("it is compressed: unpack it, and use the file inside")
    try:
        text = octets.decode("utf-16" if octets[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig")
    except UnicodeDecodeError as err:
        raise Bad("it is not UTF-8 text") from err
    if text.lstrip().lower().startswith(("<!doctype", "<html", "<?xml")):
        raise Bad("it is a web page: the link has expired, or needs a login; download the file again")
    if not text.strip():
        raise Bad("it is empty: download the file again")
    return text


def parse(text, what, entry=0):
    """The JSON object in a text."""
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
        json.dumps(value, ensure_ascii=False).encode()  # refuses half characters
    except json.JSONDecodeError as err:
        raise Bad(f"{what} is not JSON from line {err.lineno} on", entry) from err
    except (ValueError, RecursionError) as err:
        raise Bad(f"{what} is not unambiguous JSON", entry) from err
    if not isinstance(value, dict):
        raise Bad(f"{what} is not a JSON object", entry)
    return value


class Fields:
    """The fields of one object; asking for one checks what it is."""

    def __init__(self, values, what, entry):
        self.values, self.what, self.entry = values, what, entry

    def has(self, name):
        return name in self.values

    def bad(self, name, must):
        raise Bad(f"{name!r} of {self.what} must be {must}", self.entry)

    def text(self, name, default=None):
        value = self.values.get(name, default)
        return value if isinstance(value, str) else self.bad(name, "a text")

    def hex(self, name, size=None):
        value = self.text(name)
        if not re.fullmatch("([0-9a-f]{2})*", value) or size not in (None, len(value) // 2):
            self.bad(name, f"{2 * size} small hex digits" if size else "small hex digits")
        return bytes.fromhex(value)

    def number(self, name, least=0):
        value = self.values.get(name)
        if type(value) is not int or not least <= value <= LARGEST:
            self.bad(name, "a whole number" + ("" if least < 0 else f" from {least}"))
        return value

    def list_of(self, kind, name):
        value = self.values.get(name, [])
        if not isinstance(value, list) or any(type(v) is not kind for v in value):
            self.bad(name, f"a list of {KINDS[kind]}")
        return value

    def inner(self, name):
        value = self.values.get(name)
        if not isinstance(value, dict):
            self.bad(name, "an object")
        return Fields(value, f"{name!r} of {self.what}", self.entry)


def T(text):
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def N(number):
    return number.to_bytes(8, "big")


def order(digest, seat, path):
    return sha256(digest + T(seat) + b"".join(map(T, path)))


def chance(beta, faces):
    """The chance from 0 to faces - 1 that beta stands for."""
    least = 2**64 % faces
    while True:
        for i in range(0, 64, 8):
            word = int.from_bytes(beta[i : i + 8], "big")
            if word >= least:
                return word % faces
        beta = sha512(beta)


def first_round(beacon, sealed_at):
    """The first round later than sealed_at (ms) and the margin."""
    over = sealed_at + 1000 * (beacon.number("margin") - beacon.number("genesis"))
    return max(over // (1000 * beacon.number("period", 1)) + 2, 1)


def drawn(roll, beta):
    """The result that beta stands for."""
    no, faces, among = roll.number("no"), roll.number("faces", 1), roll.list_of(str, "among")
    if roll.has("among") and len(among) != faces:
        raise Bad(f"roll {no} is among {len(among)} results and has {faces} faces", roll.entry)
    i = chance(beta, faces)
    return among[i] if roll.has("among") else str(i)


def check_rolls(file):
    """Checks a file of single rolls; what to say of it."""
    if file.text("suite") != SUITE:
        raise Bad(f"its dice are not of the suite {SUITE}")
    key, match, rolls = file.hex("key", 32), file.text("match"), file.list_of(dict, "rolls")
    if vrf_key(key) is None:
        raise Bad("the public key is invalid")
    if not rolls:
        raise Bad("it has no rolls")
    for values in rolls:
        roll = Fields(values, "a roll", 0)
        no, purpose, alpha = roll.number("no", 1), roll.text("for"), roll.hex("alpha")
        first, then = T(SUITE) + T(match), N(no) + T(purpose)
        if not alpha.startswith(first) or not alpha[len(first) + 32 :].startswith(then):  # the seed stands between
            raise Bad(f"the proof of roll {no} is for another match, number or purpose")
        beta = vrf_verify(key, alpha, roll.hex("proof", 80))
        if beta is None:
            raise Bad(f"roll {no} ({purpose}) is not proven: its proof does not fit this key and what it is for")
        if (result := drawn(roll, beta)) != roll.text("result"):
            raise Bad(f"roll {no} ({purpose}) is {result!r} by its proof, but is recorded as {roll.text('result')!r}")
    return (
        f"{match}: {len(rolls)} rolls. Each result, and no other, follows from what its proof speaks of and from the key\n"
        f"{key.hex()}\nNot checked: that the key is the one posted, that the proofs speak of the orders that were given,\n"
        "and that no roll is missing. The file of the whole match shows that."
    )


class Match:
    """A walk through a match file, entry by entry, as dice-format.md describes."""

    def __init__(self, file):
        self.file = Fields(file, "the file", 0)
        self.head, self.heads = bytes(32), []
        self.lines, self.sealed, self.secrets, self.opened = [], {}, {}, set()
        self.held, self.phrase = {}, {}
        self.seed, self.orders, self.sealed_at = bytes(32), bytes(32), 0
        self.rolls, self.started, self.dice, self.beacon = [], False, None, None
        self.unproven, self.pulses = 0, {}

    def check(self):
        if self.file.text("format") != FORMAT:
            raise Bad(f"the file is not of the format {FORMAT}")
        if self.file.has("as"):
            self.file.text("as")
        entries = self.file.list_of(dict, "entries")
        if not entries:
            raise Bad("the file has no entries")
        if len(entries) > 2 * MOST_ENTRIES:
            raise Bad(f"the file has {len(entries)} entries, but at most {2 * MOST_ENTRIES} are read")
        for n, values in enumerate(entries, 1):
            self.entry(n, Fields(values, "the entry", n))
        if self.file.hex("head", 32) != self.head:
            raise Bad("the head of the file is not that of its last entry: entries are missing, or were added", len(entries))

    def entry(self, n, entry):
        line = entry.text("line")
        if "\n" in line or "\r" in line:
            raise Bad("its line is more than one line", n)
        d = Fields(parse(line, "its line", n), "the decision", n)
        self.head = sha256(self.head + line.encode())
        self.heads.append(self.head)
        if entry.hex("head", 32) != self.head:
            raise Bad("its head does not match this line and all lines before it: this line, or an earlier one, was altered", n)
        if d.number("n") != n:
            raise Bad(f"it says that it is decision {d.number('n')}", n)
        d.number("at", -LARGEST)
        self.lines.append(d)
        self.secret(n, entry, d)
        kind = d.text("kind")
        if (kind == "open") != (n == 1) or d.has("open") != (n == 1):
            raise Bad("the first entry, and only the first, must open the match", n)
        roll = kind == "answer" and d.text("seat") == "chance"
        if d.has("roll") and not roll:
            raise Bad("it has a roll, but is not an answer by chance", n)
        for name, only in ONLY.items():
            if d.has(name) and kind != only:
                raise Bad(f"it has {name!r}, which belongs only in decisions of kind {only!r}", n)
        if n == 1:
            self.open(d.inner("open"))
        elif kind == "join":
            self.join(d)
        elif kind == "leave":
            self.held[self.seat(d)] = False
        elif kind == "rewind":
            if not 1 <= d.number("to") < n:
                raise Bad(f"it goes back to decision {d.number('to')}, which is not before it", n)
            self.sealed_at = d.number("at", -LARGEST)
        elif kind == "accept" and d.has("offer") and d.text("offer") in ("law", "board"):
            self.sealed_at = d.number("at", -LARGEST)
        elif roll:
            self.roll(n, d)
        elif kind == "answer":
            if d.has("standing") or not d.has("auto"):
                self.sealed_at = d.number("at", -LARGEST)
            if not d.has("sealed"):
                self.orders = order(self.orders, d.text("seat"), d.list_of(str, "path"))
        if d.has("deals"):
            self.deal(n, d, roll)
        for k in d.list_of(int, "opens"):
            if k not in self.sealed or k == n:
                raise Bad(f"it opens decision {k}, which is not an earlier secret", n)
            if k in self.opened:
                raise Bad(f"it opens decision {k}, which was opened before", n)
            if self.sealed[k] is None:
                raise Bad(f"it opens decision {k}, whose secret is missing", n)
            self.opened.add(k)
            if self.lines[k - 1].text("seat") != "chance":
                self.orders = order(self.orders, self.lines[k - 1].text("seat"), self.sealed[k])

    def secret(self, n, entry, d):
        """Notes what a sealed decision hides, where the file has it."""
        if not d.has("sealed"):
            if entry.has("secret"):
                raise Bad("it has a secret, but its line seals none", n)
            return
        shown = d.inner("roll") if d.has("roll") else d
        if d.has("path") or d.has("events") or shown.has("among") or shown.has("proof"):
            raise Bad("it is sealed, but its line reveals the secret", n)
        seal = d.hex("sealed", 32)
        if not entry.has("secret"):
            if not self.file.has("as"):
                raise Bad("its secret is missing", n)
            self.sealed[n] = None
            return
        secret = entry.text("secret")
        if sha256(secret.encode()) != seal:
            raise Bad("its secret is not the one that was sealed", n)
        self.secrets[n] = Fields(parse(secret, "its secret", n), "the secret", n)
        self.sealed[n] = self.secrets[n].list_of(str, "path")

    def deal(self, n, d, roll):
        """Checks that a seat is dealt what was drawn in secret, as far as the file has both."""
        k = d.number("deals")
        if roll or k not in self.sealed or k == n or self.lines[k - 1].text("seat") != "chance":
            raise Bad(f"it deals decision {k}, which is not an earlier secret roll", n)
        drawn, dealt = self.sealed[k], self.sealed[n] if d.has("sealed") else d.list_of(str, "path")
        if drawn is not None and dealt is not None and drawn != dealt:
            raise Bad(f"it deals {dealt}, but decision {k} has drawn {drawn}", n)

    def open(self, first):
        self.first = first
        data = self.file.inner("data")
        same = [(self.file.text(k), first.text(k)) for k in ("match", "game")]
        same += [(self.file.number("law"), first.number("law")), (data.hex("hash", 32), first.hex("data", 32))]
        if any(a != b for a, b in same):
            raise Bad("the match, game, rules version or data of the file are not those that the match was opened with", 1)
        if not first.has("dice"):
            return
        self.dice = first.inner("dice")
        if self.dice.text("suite") != SUITE:
            raise Bad(f"its dice are not of the suite {SUITE}", 1)
        if vrf_key(self.dice.hex("key", 32)) is None:
            raise Bad("the public key is invalid", 1)
        seats = self.dice.list_of(str, "seats")
        if not seats or len(set(seats)) < len(seats) or "chance" in seats:
            raise Bad("there must be at least one seat, and all must differ", 1)
        self.held, self.phrase = dict.fromkeys(seats, False), dict.fromkeys(seats, "")
        if self.dice.has("beacon"):
            self.beacon = self.dice.inner("beacon")
            self.beacon.hex("chain", 32), self.beacon.hex("key"), self.beacon.text("scheme")
            self.beacon.number("genesis"), self.beacon.number("period", 1), self.beacon.number("margin")

    def seat(self, d):
        seat = d.text("seat")
        if self.dice and seat not in self.held:
            raise Bad(f"{seat!r} is not a seat in this match", d.entry)
        return seat

    def join(self, d):
        seat = self.seat(d)
        self.held[seat] = True
        if self.dice:
            self.phrase[seat] = d.hex("phrase", 32).hex()
        if self.dice and not self.started and all(self.held.values()):
            self.started, self.sealed_at = True, d.number("at", -LARGEST)
            self.seed = self.make_seed()

    def make_seed(self):
        setup = self.first.inner("setup").values if self.first.has("setup") else {}
        if not all(isinstance(v, str) for v in setup.values()):
            raise Bad("the options of the match must be texts", 1)
        seed = T("referee-seed/1") + T(self.first.text("game")) + N(self.first.number("law")) + T(self.first.text("data"))
        seed += N(len(setup))
        for name in sorted(setup, key=str.encode):
            seed += T(name) + T(setup[name])
        seed += N(1 if self.beacon else 0)
        if self.beacon:
            seed += b"".join(T(self.beacon.text(k)) for k in ("chain", "key", "scheme"))
            seed += b"".join(N(self.beacon.number(k)) for k in ("genesis", "period", "margin"))
        seed += N(len(self.held))
        for seat in self.held:
            seed += T(seat) + T(self.phrase[seat])
        return sha256(seed)

    def roll(self, n, d):
        if not self.dice:
            self.unproven += 1
            return
        if not self.started:
            raise Bad("a roll before all seats were taken", n)
        roll = d.inner("roll")
        no, purpose = roll.number("no"), roll.text("for")
        if no != len(self.rolls) + 1:
            raise Bad(f"it is roll {no}, but roll {len(self.rolls) + 1} is due: one is missing, repeated or moved", n)
        alpha = T(SUITE) + T(self.first.text("match")) + self.seed + N(no) + T(purpose) + self.orders
        if roll.has("pulse") != (self.beacon is not None):
            raise Bad("a roll must have a pulse if the match has a beacon, and only then", n)
        if self.beacon:
            alpha += self.pulse(n, d, roll.inner("pulse"))
        roll.number("faces", 1)
        if d.has("sealed"):  # its secret has the rest of the roll and its result
            if n not in self.secrets:
                self.rolls.append((n, no, purpose, None))
                return
            d = self.secrets[n]
            roll = Fields({**d.values, "no": no, "faces": roll.number("faces")}, "the secret", n)
        beta = vrf_verify(self.dice.hex("key", 32), alpha, roll.hex("proof", 80))
        if beta is None:
            raise Bad(
                f"roll {no} ({purpose}) is not proven: its proof does not belong to this key, this purpose and the"
                " orders before it",
                n,
            )
        result = drawn(roll, beta)
        if d.list_of(str, "path") != [result]:
            raise Bad(f"roll {no} ({purpose}) is {result!r} by its proof, but is recorded as {d.list_of(str, 'path')}", n)
        self.rolls.append((n, no, purpose, result))

    def pulse(self, n, d, pulse):
        """Checks a round of the beacon; what it adds to alpha."""
        number, signature = pulse.number("round", 1), pulse.hex("signature")
        if number != first_round(self.beacon, self.sealed_at):
            due = first_round(self.beacon, self.sealed_at)
            raise Bad(f"it waits for round {number} of the beacon, but round {due} is the first after its orders", n)
        comes = self.beacon.number("genesis") + (number - 1) * self.beacon.number("period")
        if d.number("at", -LARGEST) < 1000 * comes:
            raise Bad("it was rolled before its beacon round existed", n)
        if self.beacon.text("scheme") == SCHEME:
            if (number, signature) not in self.pulses:
                key = self.beacon.hex("key", 96)
                self.pulses[number, signature] = len(signature) == 48 and bls_verify(key, sha256(N(number)), signature)
            if not self.pulses[number, signature]:
                raise Bad(f"the signature is not the beacon's for round {number}", n)
        return T(self.beacon.text("chain")) + N(number) + T(pulse.text("signature"))

    def compare(self, post):
        """Whether this is the record that a post was made from."""
        found = re.fullmatch("#?([0-9]{1,15})[·.: ]([0-9a-f]{8,64})", post.strip().lower())
        if not found:
            raise Bad("a head looks like '#57·ab12cd34'")
        n, head = int(found[1]), found[2]
        if not 1 <= n <= len(self.heads):
            raise Bad(f"the post shows decision {n}, but the file ends with decision {len(self.heads)}", len(self.heads))
        if not self.heads[n - 1].hex().startswith(head):
            raise Bad(f"the post shows {head}, but this record has {self.heads[n - 1].hex()[:8]}: it is a different record", n)

    def signed(self):
        """Whether the rounds of the beacon, if there is one, were checked."""
        return self.beacon is None or self.beacon.text("scheme") == SCHEME

    def secret_rolls(self):
        return sum(result is None for *_, result in self.rolls)

    def proven(self):
        """Whether all that this program knows of is proven of the rolls."""
        return self.dice is not None and self.signed() and not self.secret_rolls()

    def report(self, rolls):
        f = self.first
        print(f"{f.text('match')} ({f.text('game')}, rules version {f.number('law')}): {len(self.heads)} decisions, "
              f"{len(self.rolls) + self.unproven} rolls, head #{len(self.heads)}·{self.head.hex()[:8]}")
        for n, no, purpose, result in self.rolls if rolls else ():
            print(f"  #{n} roll {no}, {purpose}: {'secret' if result is None else result}")
        print("No entry has been altered.")
        if self.dice is None:
            print("The match was started without a dice key: NONE OF ITS ROLLS CAN BE PROVEN.")
        elif not self.signed():
            print("Every roll is tied to its orders and to its round of the beacon, but this program")
            print(f"cannot check signatures of {self.beacon.text('scheme')!r}: the match is NOT FULLY PROVEN.")
        elif self.secret_rolls():
            print(f"{self.secret_rolls()} of its rolls are secret for now: the match is NOT FULLY PROVEN. Every roll is present;")
            print("all others are proven by the key of the match, and tied to the orders before them.")
        else:
            print("Every roll is present, proven by the key of the match, and tied to the orders before it.")
        if self.beacon and self.signed():
            print(f"The beacon's rounds are signed. Check for yourself that chain {self.beacon.text('chain')}")
            print(f"has the key {self.beacon.text('key')}")
        print(f"A file cannot show whether entries were cut off at its end: compare #{len(self.heads)}·"
              f"{self.head.hex()[:8]} with the last head that was posted.")
        print("Not checked: the rules and their data, and so whether each roll was due; `referee verify` checks them.")


# --- The program's own test: examples 16 and 17 of RFC 9381 (B.3), two rounds of
# drand's quicknet, and the vectors of dice-format.md

RFC_VECTORS = """
d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a -
8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d9727d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805
90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae
3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c 72
f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02
eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031
"""
QUICKNET = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
QUICKNET_ROUNDS = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}


def self_test(page):
    """Runs the vectors; the names of those that fail."""
    failed, words = [], RFC_VECTORS.split()
    for i in range(0, len(words), 4):
        key, alpha, proof, beta = (bytes.fromhex(w.strip("-")) for w in words[i : i + 4])
        bent = bytes([proof[40] ^ 1])
        if vrf_verify(key, alpha, proof) != beta or vrf_verify(key, alpha, proof[:40] + bent + proof[41:]):
            failed.append(f"RFC 9381, example {16 + i // 4}")
    for number, signature in QUICKNET_ROUNDS.items():
        key, point = bytes.fromhex(QUICKNET), bytes.fromhex(signature)
        if not bls_verify(key, sha256(N(number)), point) or bls_verify(key, sha256(N(number + 1)), point):
            failed.append(f"round {number} of quicknet")
    return failed + (page_test(page) if page else [])


def page_test(page):
    """The vectors of dice-format.md: proofs, results, rounds, the mapping."""
    with open(page, encoding="utf-8") as file:
        block = file.read().split("<!-- vectors -->")[1].split("```")[1]
    failed, seen, done = [], {}, 0
    for name, value in re.findall(r"(?m)^(\S.*?) {2,}(.*)$", block):
        ok = None
        if name == "result":
            beta = vrf_verify(*(bytes.fromhex(seen[k]) for k in ("key", "alpha", "proof")))
            faces, among = seen["faces, among"].split(", ", 1)
            ok = beta is not None and beta.hex() == seen["beta"]
            ok = ok and re.findall('"(.*?)"', among)[chance(beta, int(faces))] == value
        elif name == "faces, chance":
            faces, due = map(int, value.split(", "))
            ok = chance(bytes.fromhex(seen["beta"]), faces) == due
        elif name == "sealed_at, round":
            genesis, period, margin, at, due = map(int, re.findall(r"\d+", value))
            beacon = Fields({"genesis": genesis, "period": period, "margin": margin}, "", 0)
            ok = first_round(beacon, at) == due
        if ok is False:
            failed.append(f"{page}: {name} {value}")
        done += ok is not None
        seen[name] = value
    return failed if done else [f"{page}: no vectors found"]


def main():
    args = argparse.ArgumentParser(description="Checks the dice of a match file, without the referee.")
    args.add_argument("file", nargs="?", help="a match file, or a file of rolls; with --self-test, dice-format.md")
    args.add_argument("--head", help="decision number and head from a post, for example '#57·ab12cd34'")
    args.add_argument("--rolls", action="store_true", help="list all rolls")
    args.add_argument("--self-test", action="store_true", help="check this program against published vectors")
    args = args.parse_args()
    if args.self_test:
        failed = self_test(args.file)
        print("\n".join(failed) or "All vectors pass.")
        return 1 if failed else 0
    if args.file is None:
        print("Which file? python3 verify.py match.json", file=sys.stderr)
        return 2
    try:
        with open(args.file, "rb") as file:
            octets = file.read()
    except OSError as err:
        print(err, file=sys.stderr)
        return 2
    try:
        values = parse(decoded(octets), "the file")
        if values.get("format") == ROLLS:
            if args.head:
                raise Bad("it has no record to compare a post with: use the match file")
            print(check_rolls(Fields(values, "the file", 0)))
            return 0
        match = Match(values)
        match.check()
        if args.head:
            match.compare(args.head)
    except Bad as err:
        where = f"Entry {err.entry} is invalid" if err.entry else "The file is invalid"
        print(f"{where}: {err}.")
        return 1
    match.report(args.rolls)
    return 0 if match.proven() else 3


if __name__ == "__main__":
    sys.exit(main())
