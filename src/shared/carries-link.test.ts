import { expect, test } from 'vitest'
import { carriesLink } from './carries-link.ts'

test.each([
  'https://evil.example/win', 'https://evil.example/win click', 'HTTP://EVIL', 'hxxps://evil', 'https : //evil', 'https:\\\\evil', '//evil', 'evil.example', 'Win at evil.example now', 'evil.com/win', 'evil.com:8080', 'www.evil', 'WWW .evil',
  'mailto:a', 'javascript:alert(1)', 'callto:+441632960123', 'Call sip:evil', 'FaceTime:evil', 'facetime-audio:evil', 'magnet:?xt=urn', 'spotify:track:1', 'bitcoin：1Evil', 'ms-word:ofe', 'geo:1,2', 'view-source:evil', 'nora@evil.example', 'nora@evil', 'nora @ evil.example',
  // Blanks, brackets and words.
  'evil .com', 'evil. com', 'evil . com', 'evil dot com', 'evil[.]com', 'evil (dot) com', 'e v i l.co',
  // Dots, slashes and colons of other scripts, and what nobody sees.
  'evil。example', 'evil．example', 'evil｡example', 'evil․example', 'evil·example', 'evil・example', 'evil۔com', 'https：∕∕evil', 'https:⁄⁄evil', 'ｅｖｉｌ.ｃｏｍ', 'evil.\u200bcom', 'evil\u00ad.com', 'evil\u2060.\u2060com', 'evil.c\u034fom', 'h\u200dttps://evil', 'evil\u3164.com',
  // Names of other scripts.
  'еvil.рф', 'пример.рф', '例え.テスト', 'xn--e1afmkfd.xn--p1ai', 'مثال.إختبار', 'उदाहरण.परीक्षा', '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', 'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'i❤.ws', '💩.la', '💩.la/win', '☮.com', '♥.com free', '€.com win', '👩‍🎤.fm', '+.com', 'evil\u2800.com', 'evil:8080/win',
  '192.0.2.1', '192 . 0 . 2 . 1', '[2001:db8::1]', '0xC0000201', '1.evil.io', 'a_b.co', 'evil.com.',
])('%j carries a link', (name) => expect(carriesLink(name)).toBe(true))

test.each(['Nora', 'Nora B.', 'J.S. Bach', 'J. S. Bach', 'Dr. Dre', 'St. Vincent', 'AC/DC', 'Mr. Scruff & Co', 'Sigur Rós · Live', 'Vol. 2', 'Take 1.2', 'R.E.M.', 'M.I.A.', 'Motörhead', '¡Forward, Russia!', 'tUnE-yArDs', '周杰伦', 'Алла Пугачёва', 'أم كلثوم', 'Mix: final', 'Salt Coast (2026)', 'Wait…', 'Why?', 'A – B', '7:30', '.38 Special', 'Godspeed You! Black Emperor', 'Polka Dot Dress', 'I ♥ NY', '♥. One', 'A+. B', '12:30', 'Ratio 4:10/2', 'and/or', 'feat. Ann', '0.5 dB', 'a.m.', 'P.S.', '$.50', 'Mix no. 3', 'Room #5', 'P!nk', '50%', 'Sip: live', 'Geo: one', 'Gossip:two'])('%j carries none', (name) => expect(carriesLink(name)).toBe(false))
