"""The demo's job: for every FITS image of a delivery its statistics as JSON and a picture of it as PNG.

A team's job needs nothing of Tally: it is told where the list of its files is (one JSON object a line, with the exact
version of each) and below which prefix to write. Only the standard library, and botocore, which Lambda's Python has.
"""

import json
import struct
import sys
import zlib
from array import array
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, median, pstdev

import botocore.session

BLOCK = 2880
CARD = 80
SCALE = 2
HISTOGRAM_HEIGHT = 64
BARS = 80
GAP = 4

s3 = botocore.session.get_session().create_client("s3")


def handler(event, context):
    bucket, prefix = split(event["outputPrefix"])
    members = list(read_members(event["resolvedManifest"]))
    with ThreadPoolExecutor(max_workers=4) as pool:
        summaries = list(pool.map(lambda member: quicklook(member, bucket, prefix), members))
    put(bucket, prefix + "quicklook.json", "application/json", as_json({
        "delivery": f'{event["dataset"]}/{event["delivery"]}',
        "revision": event["revision"],
        "attempt": event["attempt"],
        "images": summaries,
    }))
    return {"images": len(summaries)}


def read_members(uri):
    bucket, key = split(uri)
    body = s3.get_object(Bucket=bucket, Key=key)["Body"]
    for line in body.iter_lines():
        member = json.loads(line)
        if member.get("path", "").endswith(".fits"):
            yield member


def quicklook(member, bucket, prefix):
    version = {"VersionId": member["versionId"]} if member.get("versionId") else {}
    data = s3.get_object(Bucket=member["bucket"], Key=member["key"], **version)["Body"].read()
    header, width, height, pixels = read_fits(data)
    summary = {"path": member["path"], "object": header.get("OBJECT"), "observed": header.get("DATE-OBS"),
               **statistics(pixels, width)}
    base = prefix + member["path"].removesuffix(".fits")
    put(bucket, base + ".json", "application/json", as_json(summary))
    put(bucket, base + ".png", "image/png", picture(pixels, width, height, summary))
    return summary


def read_fits(data):
    """The first image of a FITS file with 16-bit integers: its header, its size, and its values, row by row from below."""
    header = {}
    offset = 0
    while "END" not in header:
        block = data[offset:offset + BLOCK]
        if len(block) < BLOCK:
            raise ValueError("the header of the FITS file has no end")
        for start in range(0, BLOCK, CARD):
            card = block[start:start + CARD].decode("ascii")
            name = card[:8].strip()
            if name == "END":
                header["END"] = True
                break
            if card[8:10] == "= ":
                header[name] = card_value(card[10:])
        offset += BLOCK
    if header["BITPIX"] != 16 or header["NAXIS"] != 2:
        raise ValueError(f'not an image of 16-bit integers: BITPIX {header["BITPIX"]}, NAXIS {header["NAXIS"]}')
    width, height = header["NAXIS1"], header["NAXIS2"]
    values = array("h", data[offset:offset + 2 * width * height])
    if len(values) < width * height:
        raise ValueError("the FITS file ends before its image does")
    if sys.byteorder == "little":
        values.byteswap()
    return header, width, height, values


def card_value(text):
    if text.startswith("'"):
        return text[1:text.index("'", 1)].rstrip()
    word = text.split("/", 1)[0].strip()
    if word in ("T", "F"):
        return word == "T"
    return float(word) if "." in word else int(word)


def statistics(pixels, width):
    middle = median(pixels)
    # Stars are few and bright, so the spread of the sky comes from the pixels around the median only.
    spread = pstdev(value for value in pixels if abs(value - middle) < 200)
    brightest = max(range(len(pixels)), key=pixels.__getitem__)
    limit = middle + 5 * spread
    return {
        "pixels": len(pixels),
        "min": min(pixels),
        "max": max(pixels),
        "mean": round(fmean(pixels), 3),
        "median": middle,
        "sky": round(spread, 3),
        "brightest": {"x": brightest % width + 1, "y": brightest // width + 1},
        "sources": count_peaks(pixels, width, limit),
    }


def count_peaks(pixels, width, limit):
    """How many pixels above the limit are brighter than their eight neighbours."""
    around = (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1)
    return sum(
        1
        for at in range(width, len(pixels) - width)
        if pixels[at] > limit and 0 < at % width < width - 1 and all(pixels[at] > pixels[at + step] for step in around)
    )


def picture(pixels, width, height, summary):
    """The image, north up and stretched from the sky to the stars, above the histogram of its values."""
    low = summary["median"] - 2 * summary["sky"]
    high = summary["median"] + 12 * summary["sky"]
    share = [max(0.0, min(0.9999, (value - low) / (high - low))) for value in pixels]
    shade = [int(256 * part) for part in share]
    rows = []
    for y in range(height - 1, -1, -1):
        row = bytes(value for value in shade[y * width:(y + 1) * width] for _ in range(SCALE))
        rows.extend([row] * SCALE)
    rows.extend([bytes(width * SCALE)] * GAP)
    rows.extend(histogram(share, width * SCALE))
    return png(rows, width * SCALE)


def histogram(share, width):
    counts = [0] * BARS
    for part in share:
        counts[int(BARS * part)] += 1
    # The square root keeps the few stars visible beside all the sky.
    highest = max(counts) ** 0.5
    bars = [round(HISTOGRAM_HEIGHT * count ** 0.5 / highest) for count in counts]
    return [bytes(200 if bars[x * BARS // width] >= level else 16 for x in range(width))
            for level in range(HISTOGRAM_HEIGHT, 0, -1)]


def png(rows, width):
    """An indexed PNG, from its chunks up: the palette goes from night blue over orange to white."""
    palette = bytes(channel for index in range(256) for channel in colour(index / 255))
    raw = b"".join(b"\0" + row for row in rows)
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0))
            + chunk(b"PLTE", palette)
            + chunk(b"IDAT", zlib.compress(raw, 9))
            + chunk(b"IEND", b""))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def colour(level):
    red = min(1.0, 2.2 * level)
    green = max(0.0, min(1.0, 1.8 * level - 0.4))
    blue = max(0.0, min(1.0, 0.16 + 0.5 * level if level < 0.4 else 3 * level - 2))
    return round(255 * red), round(255 * green), round(255 * blue)


def as_json(document):
    return json.dumps(document, indent=1).encode()


def put(bucket, key, kind, body):
    s3.put_object(Bucket=bucket, Key=key, Body=body, ContentType=kind)


def split(uri):
    bucket, _, key = uri.removeprefix("s3://").partition("/")
    return bucket, key
