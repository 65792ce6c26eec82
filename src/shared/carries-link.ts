/** Full stops of other scripts and lookalikes; compatibility forms are normalized first. */
const DOTS = /[\u3002\uff61\u06d4\u2024\u2027\u2e33\ua4f8\u0589\u0701\u0702\u1362\u166e\u1803\u1809\ua60e]/gu
/** Between words a raised dot is punctuation; inside a word it counts as a full stop. */
const RAISED_DOT = /(?<=\S)[\u00b7\u0387\u2022\u2219\u22c5\u30fb\uff65\u318d](?=\S)/gu
const SLASHES = /[\u2044\u2215\u29f8\u2571\u338d]/gu
const COLONS = /[\u02d0\u02f8\u05c3\u2236\ua789]/gu
/** Invisible characters that only split a name: fillers, direction marks, joiners, variation selectors. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u180e|\u3164|\uffa0/gu

/** Endings that read as a domain even with a space beside the dot: "evil. com", "evil dot com". */
const ENDINGS =
  'com|net|org|info|biz|io|co|me|tv|fm|cc|eu|uk|us|de|fr|nl|es|it|pl|ch|at|ru|cn|jp|in|br|au|ca|' +
  'app|dev|xyz|top|shop|site|online|club|live|link|click|page|store|tech|space|website|example|test|рф'

const OTHER_SCHEMES =
  'callto|facetime(-audio)?|sips?|xmpp|ircs?|magnet|bitcoin|ethereum|geo|spotify|tidal|deezer|' +
  'vbscript|view-source|webcal|viber|ms-[a-z]+'

const LINKS: readonly RegExp[] = [
  // A URL of any scheme, and schemes that need no slashes.
  /[a-z][a-z0-9+.-]*\s*:\s*[/\\]/iu,
  /\b(mailto|tel|sms|javascript|data|file|ftp|https?|hxxps?|skype|whatsapp|tg)\s*:/iu,
  // Other schemes that mail programs and phones open, if nothing separates them from what follows: "Sip: live" is a
  // title.
  new RegExp(`\\b(${OTHER_SCHEMES}):\\S`, 'iu'),
  /[/\\]\s*[/\\]/u,
  /\bwww\d*\s*\./iu,
  /\bxn--/iu,
  // A mail address.
  /\S@\S/u,
  /\S\s?@\s?\S+\.\S/u,
  // A domain, by a last label of two letters or more; "J.S. Bach", "Dr. Dre" and "v1.2" are none. Labels may contain
  // symbols: "i❤.ws".
  /[\p{L}\p{N}\p{M}\p{S}_-]\.[\p{L}\p{M}][\p{L}\p{N}\p{M}-]+/u,
  // A host with a port and a path: "evil:8080/win".
  /\p{L}[\p{L}\p{N}-]*:\d{2,5}\/\S/u,
  // A space before a dot, or a dot in brackets, so that only people recognize the domain.
  /\S\s+\.\s*\p{L}{2,}/u,
  /[[({<]\s*(\.|dot|punkt|point|punto)\s*[\])}>]/iu,
  new RegExp(`[\\p{L}\\p{N}]\\s*(\\.\\s+|\\sdot\\s+)(${ENDINGS})(?![\\p{L}\\p{N}])`, 'iu'),
  // A numeric IP address, also with a port or path.
  /\d{1,3}(\s*\.\s*\d{1,3}){3}/u,
  /\[[0-9a-f:]*:[0-9a-f:.]*\]/iu,
  /\b0x[0-9a-f]{8}\b/iu,
]

/**
 * Whether a name is or contains a link that a mail program, or its reader, might open. Prefers false positives: such a
 * name is only left out of mails to strangers and shown everywhere else.
 */
export function carriesLink(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(DOTS, '.')
    .replaceAll(RAISED_DOT, '.')
    .replaceAll(SLASHES, '/')
    .replaceAll(COLONS, ':')
  return LINKS.some((link) => link.test(plain))
}
