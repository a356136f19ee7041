"""Side views of vehicles and top views of aircraft, gun or nose to the right, in boxes of 120 x 50 and 100 x 60."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from blackearth.art.svg import num


class Silhouette(msgspec.Struct, frozen=True):
    """Outlines in ink, wheels (x, y, radius) cut out of the first outline, and a slit above them (x from, x to, y)."""

    outlines: tuple[str, ...]
    wheels: tuple[tuple[float, float, float], ...] = ()
    slit: tuple[float, float, float] | None = None
    box: tuple[float, float] = (120.0, 50.0)


def _row(xs: tuple[float, ...], y: float, radius: float) -> tuple[tuple[float, float, float], ...]:
    return tuple((x, y, radius) for x in xs)


SILHOUETTES: Mapping[str, Silhouette] = MappingProxyType(
    {
        "pz4": Silhouette(
            (
                (
                    "M7 33Q4 36 6 40L16 48Q18 49 21 49L97 49Q100 49 102 47L112 39Q114 35 111 32L104 30.5L98 25"
                    "L93 24.5L90 19H80.6L77 7.5Q76.3 6 74.5 6H62.8V2.8H50V6H45L40.5 17.5L36 19H25L21 28L10 30Z"
                ),
                "M78 10.2H112V8.6H118V15.6H112V14H79Z",
            ),
            _row((25, 34.6, 44.2, 53.8, 63.4, 73, 82.6, 92.2), 42, 3.5) + _row((14, 105), 37.4, 3.6),
            (12, 107, 33.2),
        ),
        "panther": Silhouette(
            (
                (
                    "M6 34Q3 37 6 41L17 48.5H98L112 41Q115 36 112 32.5L101 22.5H84L80.5 9Q80 7 78 7H66V3.4H54V7H47"
                    "L42 20.5L21 22.5L12 30Z"
                ),
                "M80 10.4H114V8.8H120V15.2H114V13.8H81Z",
            ),
            _row((23, 35, 47, 59, 71, 83, 95), 41, 5),
            (10, 110, 33),
        ),
        "tiger": Silhouette(
            (
                (
                    "M6 33Q3 36 6 41L15 48.5H101L112 41Q114 36 112 32L107 29V22.5H92.5L92 19.5H85V8Q85 6 83 6H69V2.6"
                    "H55V6H43Q41 6 41 8V19.5L20 20.5V28L9 30Z"
                ),
                "M85 9.6H113V8H120V16H113V14.4H85Z",
            ),
            _row((22, 32.4, 42.8, 53.2, 63.6, 74, 84.4, 94.8), 41, 5.2),
            (9, 110, 32.4),
        ),
        "stug": Silhouette(
            (
                (
                    "M7 34Q4 37 6 41L16 48.5H98L112 40Q114 36 111 33L104 31L99 27L90 25.5L83 13.5H44L38 18L24 20"
                    "L20 29L10 31Z"
                ),
                "M83 16H108V14.4H114V21.6H108V20H84Z",
                "M52 10H64V14H52Z",
            ),
            _row((25, 38, 51, 64, 77, 90), 42, 4.6) + _row((13.6, 105), 38, 3.4),
            (11, 108, 33.6),
        ),
        "t34": Silhouette(
            (
                (
                    "M6 34Q3 37 6 41.5L17 49H100L113 42Q116 37 113 33.4L101 22.8L86 21.8L80.6 9.4Q80 8 78 8H71.5V4.2"
                    "H55V8H51Q49.5 8 48.6 9.6L42.4 21.4L24 22.4L11 32Z"
                ),
                "M80 11.6H112V15H81.4Z",
            ),
            _row((23, 40.6, 58.2, 75.8, 93.4), 41, 6.6),
            (10, 111, 33.2),
        ),
        "kv": Silhouette(
            (
                (
                    "M6 33Q3 36 6 41L15 48.5H103L113 41Q116 36 113 32L104 28.6L99 22.4H85L82 6.4Q81.6 4.6 79.6 4.6H66"
                    "V1.4H54V4.6H46Q44 4.6 43.6 6.4L40 21L19 22.4V28L10 30Z"
                ),
                "M82 9.4H108V14H83Z",
            ),
            _row((22, 36.6, 51.2, 65.8, 80.4, 95), 41.4, 5.4),
            (10, 111, 32.4),
        ),
        "ju87": Silhouette(
            (
                (
                    "M97 30Q96 27.4 92 27L74 26L62 4Q61 2.4 59 2.4H51.4L54 25.6L26 27L18 15.6Q17.4 14.8 16 14.8H11"
                    "L14.4 28L8 30L14.4 32L11 45.2H16Q17.4 45.2 18 44.4L26 33L54 34.4L51.4 57.6H59Q61 57.6 62 56"
                    "L74 34L92 33Q96 32.6 97 30Z"
                ),
            ),
            box=(100.0, 60.0),
        ),
        "il2": Silhouette(
            (
                (
                    "M98 30Q97 26.6 91 26L76 25.2L65 3.6Q63.6 1.6 60 1.6H54L52 24.8L25 27.2L16 17.6Q15 16.6 13 17"
                    "L9 18.4L14 28.4L6 30L14 31.6L9 41.6L13 43Q15 43.4 16 42.4L25 32.8L52 35.2L54 58.4H60"
                    "Q63.6 58.4 65 56.4L76 34.8L91 34Q97 33.4 98 30Z"
                ),
            ),
            box=(100.0, 60.0),
        ),
    }
)


def outline(kind: str) -> str:
    """The silhouette as SVG in its own box. It takes the fill of what surrounds it; wheels are holes."""
    shape = SILHOUETTES[kind]
    holes = "".join(
        f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0{num(-2 * r)} 0z"
        for x, y, r in shape.wheels
    )
    if shape.slit is not None:
        left, right, y = shape.slit
        holes += f"M{num(left)} {num(y - 0.7)}H{num(right)}v1.4H{num(left)}z"
    first, *others = shape.outlines
    body = f'<path fill-rule="evenodd" d="{first}{holes}"/>'
    return body + (f'<path d="{"".join(others)}"/>' if others else "")
