/** Full stops of other scripts, and what reads as one; compatibility forms are undone before. */
const DOTS = /[\u3002\uff61\u06d4\u2024\u2027\u2e33\ua4f8\u0589\u0701\u0702\u1362\u166e\u1803\u1809\ua60e]/gu
/** Between words of a title a raised dot is a mark of its own; inside one it stands for a full stop. */
const RAISED_DOT = /(?<=\S)[\u00b7\u0387\u2022\u2219\u22c5\u30fb\uff65\u318d](?=\S)/gu
const SLASHES = /[\u2044\u2215\u29f8\u2571\u338d]/gu
const COLONS = /[\u02d0\u02f8\u05c3\u2236\ua789]/gu
/** Not seen, so that they only take a name apart: fillers, marks of direction, joiners, variation selectors. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u180e|\u3164|\uffa0/gu

/** Endings that are read as a domain even where a blank stands beside the dot: "evil. com", "evil dot com". */
const ENDINGS =
  'com|net|org|info|biz|io|co|me|tv|fm|cc|eu|uk|us|de|fr|nl|es|it|pl|ch|at|ru|cn|jp|in|br|au|ca|' +
  'app|dev|xyz|top|shop|site|online|club|live|link|click|page|store|tech|space|website|example|test|рф'

const OTHER_SCHEMES =
  'callto|facetime(-audio)?|sips?|xmpp|ircs?|magnet|bitcoin|ethereum|geo|spotify|tidal|deezer|' +
  'vbscript|view-source|webcal|viber|ms-[a-z]+'

const LINKS: readonly RegExp[] = [
  // An address of any scheme, and schemes that need no slashes.
  /[a-z][a-z0-9+.-]*\s*:\s*[/\\]/iu,
  /\b(mailto|tel|sms|javascript|data|file|ftp|https?|hxxps?|skype|whatsapp|tg)\s*:/iu,
  // Others that mail programs and telephones open, where nothing parts them from what follows: "Sip: live" is a title.
  new RegExp(`\\b(${OTHER_SCHEMES}):\\S`, 'iu'),
  /[/\\]\s*[/\\]/u,
  /\bwww\d*\s*\./iu,
  /\bxn--/iu,
  // A mail address.
  /\S@\S/u,
  /\S\s?@\s?\S+\.\S/u,
  // A domain, by its last label of two letters or more; "J.S. Bach", "Dr. Dre" and "v1.2" are none. Labels of symbols
  // exist: "i❤.ws".
  /[\p{L}\p{N}\p{M}\p{S}_-]\.[\p{L}\p{M}][\p{L}\p{N}\p{M}-]+/u,
  // A host with a port and a path: "evil:8080/win".
  /\p{L}[\p{L}\p{N}-]*:\d{2,5}\/\S/u,
  // Somebody put a blank before a dot, or took the dot into brackets, so that only people read it.
  /\S\s+\.\s*\p{L}{2,}/u,
  /[[({<]\s*(\.|dot|punkt|point|punto)\s*[\])}>]/iu,
  new RegExp(`[\\p{L}\\p{N}]\\s*(\\.\\s+|\\sdot\\s+)(${ENDINGS})(?![\\p{L}\\p{N}])`, 'iu'),
  // An address in figures, also with a port or a path.
  /\d{1,3}(\s*\.\s*\d{1,3}){3}/u,
  /\[[0-9a-f:]*:[0-9a-f:.]*\]/iu,
  /\b0x[0-9a-f]{8}\b/iu,
]

/**
 * Whether a name is a link or carries one, so that a mail program, or the person who reads it, may make one of it.
 * Rather too often than too seldom: a name that is taken for one is left out of mails to strangers and shown everywhere
 * else.
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
