/** What a bounce's file name says without its version marks. */
export interface NamedMusic {
  /** For display: as typed, without marks, capitalized. */
  readonly title: string
  /** For comparison: lower-case letters and digits with single spaces. */
  readonly key: string
  /** Keys of the parts between dashes, as in `Artist - Title`; a single one without a dash. */
  readonly parts: readonly string[]
  /** The key without everything at its end that could be a musical key or tempo: “Here I” of “Here I Am”. */
  readonly bareKey: string
}

interface Reading {
  /** One of a batch whose names begin with track numbers. */
  readonly isNumbered?: boolean
}

/** Parses a file name: `Arden Wells - Glasshouse_mix7_48k24_Am.wav` is "Arden Wells - Glasshouse". */
export function namedMusic(fileName: string, { isNumbered = false }: Reading = {}): NamedMusic {
  const whole = fileName.normalize('NFC').replace(ending, '')
  const name = isNumbered ? whole.replace(trackNumber, '') || whole : whole
  const typed = name.replace(/_+/g, ' ').split(/\s+[-–—]+\s+/)
  // A title may be "Mix" or "Final": a name that consists only of marks keeps what it can.
  const [parts = [name]] = [typed.map(withoutMarks), typed.map(withoutSureMarks)]
    .map((some) => some.filter((part) => part !== ''))
    .filter(({ length }) => length > 0)
  const title = tidy(parts.join(' - '))
  return {
    title,
    key: keyOf(title),
    parts: parts.map(keyOf),
    bareKey: keyOf(withoutKeys(title.split(' '), () => true).join(' ')),
  }
}

/** `10 Slow Lighthouse`, `11-Kite`. */
const trackNumber = /^\d{1,3}(?!\d)[\s._-]+(?=\p{Letter})/u

/**
 * Whether the leading numbers of dropped files are track numbers: 10, 11 and 12, or 01 and 7; not “24 Hours” beside “99
 * Problems”.
 */
export function areNumbered(fileNames: readonly string[]): boolean {
  const fronts = fileNames.map((name) => trackNumber.exec(name)?.[0].match(/\d+/)?.[0])
  if (fileNames.length < 2 || fronts.includes(undefined) || new Set(fronts).size < fronts.length) return false
  const numbers = fronts.map(Number)
  const isRun = fronts.length > 2 && Math.max(...numbers) - Math.min(...numbers) === fronts.length - 1
  return isRun || fronts.some((front) => front?.startsWith('0'))
}

/** Normalizes a name for comparison: without case, accents, punctuation and featured artists. */
export function keyOf(name: string): string {
  const plain = name
    .replace(/[([]?\b(feat|ft|featuring)\b\.?\s[^)\]]*[)\]]?/i, ' ')
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
  const words = plain
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
  return words.join(' ')
}

const ending = /\.[a-z][a-z0-9]{0,4}$/i

/** Version words that are followed by a number. */
const NUMBERED =
  'v|ver|vers|version|mix|mixdown|mx|rev|revision|take|bounce|rough|master|mastered|mstr|mst|print|final|premaster|' +
  'demo|ref|pass'

/** Always a mark of a version, format or date, anywhere in the name. */
const sure: readonly RegExp[] = [
  new RegExp(String.raw`^(${NUMBERED})[-.#]?\d{1,3}(\.\d{1,3})*[a-z]?$`, 'i'),
  // 48k, 44.1kHz, 48000Hz, 24bit, 32f, 48k24, 4824, 24-48, 24b48k.
  /^(\d{2,3}([.,]\d)?k(hz)?|(44100|48000|88200|96000|176400|192000)(hz)?)([-/]?(16|24|32)(bits?|b|f|fp|float)?)?$/i,
  /^(16|24|32)[-]?(bits?|b|f|fp|float)([-/]?\d{2,3}([.,]\d)?k?(hz)?)?$/i,
  /^(16|24|32)[-/x]?(44([.,]?1)?|48|88([.,]?2)?|96|176|192)k?(hz)?$/i,
  /^(44([.,]?1)?|48|88([.,]?2)?|96|192)k?(hz)?[-/](16|24|32)(bits?|b|f)?$/i,
  // 2026-11-20, 20.11.26, 20261120, and with a time.
  /^(19|20)\d{2}[-.]?(0[1-9]|1[0-2])[-.]?(0[1-9]|[12]\d|3[01])([t-]?\d{4,6})?$/i,
  /^(0?[1-9]|[12]\d|3[01])[-.](0?[1-9]|[12]\d|3[01])[-.](19|20)?\d{2}$/,
  /^\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  /^\d{2,3}([.,]\d{1,2})?bpm$/i,
  /^[-−]?\d{1,2}([.,]\d)?(lufs|dbfs|dbtp|db)$/i,
]

/** A mark only if nothing but marks follows: "Mix Tape" and "Final Hour" are titles. */
const LOOSE =
  'v|ver|version|mix|mixdown|mixed|rev|take|bounce|bounced|rough|master|mastered|mastering|mstr|mst|print|printed|' +
  'final|finalfinal|premaster|demo|ref|wip|export|render|rendered|new|newest|latest|copy|draft|test|stereo|st|lr|' +
  'wav|hd|hires|of|full|fullmix|full-mix|main|mainmix'
const loose = new RegExp(`^(${LOOSE})$`, 'i')
/** A bare number is a mark after these: "mix 12". */
const counted = /^(v|ver|version|mix|rev|take|bounce|rough|master|print|final|premaster|demo|copy|pass)$/i

/** One part between dashes without its marks, in its own spelling. */
function withoutMarks(part: string): string {
  const words = withoutSureMarks(part).split(' ')
  const from = numberInFront(words) ? 1 : 0
  let to = words.length
  while (to > from && loose.test(words[to - 1] ?? '')) to -= 1
  return trimmed(words.slice(from, to).join(' '))
}

function withoutSureMarks(part: string): string {
  const dated = bracketsOff(part).replace(/(\d{4}) (\d{2}) (\d{2})(?!\d)/g, '$1-$2-$3')
  // Joins “120 BPM” and “bpm 120” into one word.
  const timed = dated
    .replace(/\b(\d{2,3}(?:[.,]\d{1,2})?)\s+bpm\b/gi, '$1bpm')
    .replace(/\bbpm\s*(\d{2,3}(?:[.,]\d{1,2})?)(?!\S)/gi, '$1bpm')
  const words = withoutKeys(timed.split(/\s+/).flatMap(hyphenated).filter(Boolean), isTold)
  return trimmed(words.filter((word, at) => !isSure(word, words[at - 1])).join(' '))
}

function trimmed(words: string): string {
  return words.replace(/^[-–—.,\s]+|[-–—.,\s]+$/g, '')
}

/** `(Final Mix)`, `[v3]` and `(1)` are marks in brackets; `(feat. Jo)` and `(Reprise)` are not. */
function bracketsOff(part: string): string {
  return part.replace(/[([{]([^)\]}]*)[)\]}]/g, (whole, inside: string) => {
    const words = inside.trim().split(/\s+/)
    // A key in brackets is certainly one: (Am), [120 F#m], (A minor).
    const rest = words.filter(
      (word, at) => !isSure(word, words[at - 1]) && !loose.test(word) && !/^\d{1,3}$|^bpm$/i.test(word),
    )
    return rest.length === 0 || keySpan(rest) === rest.length ? ' ' : whole
  })
}

/** Splits `Salt-v4` and `Salt-final-2026-11-20` where the marks begin; not `Lo-Fi`. */
function hyphenated(word: string): readonly string[] {
  if (isSure(word, undefined)) return [word]
  const pieces = word.split('-')
  for (let at = 1; at < pieces.length; at++) {
    const rest = pieces.slice(at)
    if (isMarks(rest)) return [pieces.slice(0, at).join('-'), ...rest]
  }
  return [word]
}

function isMarks(words: readonly string[]): boolean {
  if (isSure(words.join('-'), undefined)) return true
  return (
    words.every((word, at) => isSure(word, words[at - 1]) || loose.test(word) || (at > 0 && keySpan([word]) === 1)) ||
    (words.length > 1 && loose.test(words[0] ?? '') && isMarks(words.slice(1)))
  )
}

function isSure(word: string, before: string | undefined): boolean {
  return sure.some((pattern) => pattern.test(word)) || (/^#?\d{1,3}[a-z]?$/.test(word) && counted.test(before ?? ''))
}

const keyWord = /^[A-G][#♯b♭]?(m|min|minor|maj|major)$/i
const altered = /^[A-G][#♯b♭]$/i
const camelot = /^(1[0-2]|[1-9])[AB]$/
/** Never a word of a title: F#m, Gbmaj. */
const onlyKey = /^[A-G]([#♯♭](m|min|minor|maj|major)?|b(m|min|minor|maj|major))$/i
const tempo = /^\d{2,3}([.,]\d{1,2})?bpm$/i
const maybeTempo = /^(\d{2}|1\d{2}|2[0-2]\d)([.,]\d{1,2})?$/

/** How many words at the end are a musical key: `Am`, `F#m`, `8A`, `A minor`. */
function keySpan(words: readonly string[]): number {
  const [before = '', last = ''] = words.slice(-2).length === 2 ? words.slice(-2) : ['', words[0] ?? '']
  if (/^(minor|major|min|maj)$/i.test(last) && /^[A-G][#♯b♭]?$/i.test(before)) return 2
  return keyWord.test(last) || altered.test(last) || camelot.test(last) ? 1 : 0
}

type Told = (words: readonly string[], from: number, to: number) => boolean

/**
 * Removes musical keys, and tempos beside them, from the marks at the end: of `Alpha mix3 120bpm Am` and `Alpha 120
 * Am`, not of “Here I Am”. `isKey` decides about the last words.
 */
function withoutKeys(words: readonly string[], isKey: Told): readonly string[] {
  const kept: string[] = []
  let to = words.length
  while (to > 0) {
    const last = words[to - 1] ?? ''
    const span = keySpan(words.slice(0, to))
    if (span > 0 && to > span && isKey(words, to - span, to)) {
      to -= span
      // Handles `Alpha 120 Am` and `Alpha Am 120`.
      if (to > 1 && maybeTempo.test(words[to - 1] ?? '')) to -= 1
    } else if (maybeTempo.test(last) && to > 2 && keyWord.test(words[to - 2] ?? '') && isKey(words, to - 2, to - 1))
      to -= 1
    else if (isSure(last, words[to - 2]) || loose.test(last)) kept.unshift(words[--to] ?? '')
    else break
  }
  return [...words.slice(0, to), ...kept]
}

/** Requires a mark before it or a tempo beside it; “Here I Am” and “Nocturne in F#m” stay. */
const isTold: Told = (words, from, to) => {
  const before = words[from - 1] ?? ''
  if (/^(i|in)$/i.test(before)) return false
  return (
    onlyKey.test(words[from] ?? '') ||
    isSure(before, words[from - 2]) ||
    tempo.test(words[to] ?? '') ||
    (maybeTempo.test(before) && from > 1) ||
    (maybeTempo.test(words[to] ?? '') && words.length === to + 1)
  )
}

/** `01 Salt`, `3. Kite`; but not `24 Hours`. */
function numberInFront(words: readonly string[]): boolean {
  return words.length > 1 && /^(0\d|\d{1,2}[.)])$/.test(words[0] ?? '')
}

/** Capitalizes a title that is all upper or lower case; others stay as typed. */
function tidy(title: string): string {
  const spaced = title.replace(/\s+/g, ' ').trim()
  const calm = spaced.length > 4 && spaced === spaced.toUpperCase() ? spaced.toLowerCase() : spaced
  return (calm.charAt(0).toUpperCase() + calm.slice(1)).slice(0, 200)
}
