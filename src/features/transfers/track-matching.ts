import { keyOf, namedMusic, type NamedMusic } from './file-name-title.ts'

/** The facts about a version that a local file is compared with. */
export interface KnownVersion {
  readonly id: string
  readonly number: number
  readonly fileName: string
  readonly sizeBytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A track of which a file may be the next version. */
export interface KnownTrack {
  readonly id: string
  readonly title: string
  /** Newest first. */
  readonly versions: readonly KnownVersion[]
}

/** The track that a file is a bounce of, by name; undefined if none is close enough, or two are equally close. */
export function matchTrack(
  fileName: string,
  tracks: readonly KnownTrack[],
  reading: Parameters<typeof namedMusic>[1] = {},
): KnownTrack | undefined {
  const music = namedMusic(fileName, reading)
  const near = tracks
    .map((track) => ({ track, score: nearness(music, track) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [first, second] = near
  if (!first || first.score === second?.score) return undefined
  return first.track
}

export interface SameVersion {
  readonly track: KnownTrack
  readonly version: KnownVersion
}

/** The version with a file's name and size: most likely the same file. */
export function sameNameAndSize(
  { name, size }: { readonly name: string; readonly size: number },
  tracks: readonly KnownTrack[],
): SameVersion | undefined {
  return findVersion(tracks, ({ fileName, sizeBytes }) => fileName === name && sizeBytes === size)
}

/** The version with the same bytes. */
export function sameBytes(sha256: string, tracks: readonly KnownTrack[]): SameVersion | undefined {
  return findVersion(tracks, (version) => version.sha256 === sha256)
}

/** Whether any version has this size, so that hashing the file is worthwhile. */
export function hasSameSize(sizeBytes: number, tracks: readonly KnownTrack[]): boolean {
  return findVersion(tracks, (version) => version.sizeBytes === sizeBytes) !== undefined
}

function findVersion(
  tracks: readonly KnownTrack[],
  matches: (version: KnownVersion) => boolean,
): SameVersion | undefined {
  for (const track of tracks) {
    const version = track.versions.find(matches)
    if (version) return { track, version }
  }
  return undefined
}

/** 0 is no similarity, 100 the same name. */
function nearness(music: NamedMusic, { title, versions }: KnownTrack): number {
  const named = namedMusic(title)
  const names = new Set([keyOf(title), named.key].filter(Boolean))
  const earlier = new Set(versions.map(({ fileName }) => namedMusic(fileName).key))
  if (names.has(music.key)) return 100
  if (earlier.has(music.key)) return 90
  if (anyOf(names, (key) => squashed(key) === squashed(music.key))) return 85
  // "Salt Am" matches "Salt" if nothing is called "Salt Am".
  if (music.bareKey !== music.key && (names.has(music.bareKey) || earlier.has(music.bareKey))) return 82
  // "Arden Wells - Salt" and "Salt - full band" both match "Salt".
  if (music.parts.length > 1 && music.parts.some((part) => names.has(part))) return 80
  if (named.parts.length > 1 && named.parts.includes(music.key)) return 75
  if (anyOf(names, (key) => mistyped(key, music.key))) return 60
  if (anyOf(names, (key) => beginAlike(key, music.key) || music.parts.some((part) => beginAlike(key, part)))) return 50
  return 0
}

function anyOf(keys: ReadonlySet<string>, holds: (key: string) => boolean): boolean {
  return [...keys].some(holds)
}

function squashed(key: string): string {
  return key.replaceAll(' ', '')
}

/** Suffixes that make another piece of the same name. */
const OTHERS =
  'instrumental|inst|acapella|acappella|a cappella|remix|rmx|reprise|acoustic|live|edit|radio|stems?|intro|outro|' +
  'interlude|part|pt|karaoke|tv|clean|dub|cover|ii|iii|iv'
const another = new RegExp(String.raw`\b(${OTHERS}|\d+)\b`)

/**
 * The shorter name, of two words or more, is a prefix of the longer one, which adds nothing that makes it another
 * piece.
 */
function beginAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.includes(' ') && long.startsWith(`${short} `) && !another.test(long.slice(short.length))
}

/** One typing error in a name that is long enough; never in a number. */
function mistyped(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 6 || a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false
  return isOneSlip(a, b) || isOneSlip(b, a)
}

/** One character missing or replaced, or two adjacent ones swapped. */
function isOneSlip(short: string, long: string): boolean {
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const left = short.slice(at)
  const right = long.slice(at)
  if (right.slice(1) === left || (left.length === right.length && left.slice(1) === right.slice(1))) return true
  return (
    left.length === right.length && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  )
}
