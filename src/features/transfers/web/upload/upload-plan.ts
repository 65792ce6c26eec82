import { fileKindOf, fileNameKey } from '#features/files/file-kinds.ts'
import type { FileAudience } from '#features/files/files.policy.ts'
import type { Hertz, Seconds } from '#shared/units.ts'
import { otherName, type FileHead, type OtherKind } from './file-head.ts'
import { areNumbered, keyOf, namedMusic } from '../../file-name-title.ts'
import {
  hasSameSize,
  matchTrack,
  sameBytes,
  sameNameAndSize,
  type KnownTrack,
  type SameVersion,
} from '../../track-matching.ts'

/** The target of a file. */
export type FileTarget =
  | { readonly kind: 'version'; readonly trackId: string }
  | { readonly kind: 'track'; readonly title: string }
  | { readonly kind: 'file'; readonly audience: FileAudience }
  | { readonly kind: 'skip' }

/** A track, with what a new version of it is compared to. */
export interface PlanTrack extends KnownTrack {
  /** A final track accepts no versions. */
  readonly isFinal: boolean
  /** Of its newest version; null if unknown. */
  readonly sampleRate: Hertz | null
  readonly durationSeconds: Seconds | null
  /** Its next version, if one is in progress. */
  readonly start?: PlanStart | undefined
}

/** A file of the project that is no bounce; another one with its name is its next version. */
export interface PlanFile {
  readonly name: string
  readonly versionCount: number
}

/** The checklist of the next version. */
export interface PlanStart {
  readonly id: string
  readonly items: readonly { readonly position: number; readonly title: string; readonly settled: boolean }[]
}

/** What is known of a file so far. */
export interface FileCheck {
  readonly head: FileHead | { readonly kind: 'unreadable' } | null
  /** Only for a file of the same size as an existing version; null until it is read completely. */
  readonly sha256: string | null
}

/** What the user chose for a file; without `target`, the proposal applies. */
export interface FileChoice {
  readonly target?: FileTarget
  readonly changelog?: string
  /** Indexes of done items in the checklist; if omitted, its ticks apply. */
  readonly done?: readonly number[]
}

/** A note on a file before it is sent. */
export type FileNote =
  | { readonly kind: 'empty' | 'unreadable' | 'unknown' | 'lossy' | 'no-title' }
  | { readonly kind: 'other'; readonly what: OtherKind }
  /** `certain` if the bytes were compared; otherwise name and size are the same. */
  | { readonly kind: 'same'; readonly title: string; readonly number: number; readonly certain: boolean }
  | { readonly kind: 'rate'; readonly rate: Hertz; readonly before: Hertz; readonly number: number }
  | { readonly kind: 'length'; readonly bySeconds: Seconds; readonly number: number }
  | { readonly kind: 'same-length'; readonly number: number }
  | { readonly kind: 'final'; readonly title: string }

export interface PlannedFile {
  readonly file: File
  readonly check: FileCheck
  readonly target: FileTarget
  /** Number of the version it becomes; null if skipped. */
  readonly number: number | null
  readonly changelog: string
  /** The checklist and its present answer: for the first new version of a track with a version in progress. */
  readonly start: { readonly asked: PlanStart; readonly done: readonly number[] } | null
  readonly notes: readonly FileNote[]
  /** False if it cannot be sent at all. */
  readonly sendable: boolean
}

export interface PlanParts {
  readonly files: readonly File[]
  readonly checks: ReadonlyMap<File, FileCheck>
  readonly choices: ReadonlyMap<File, FileChoice>
  readonly tracks: readonly PlanTrack[]
  readonly others?: readonly PlanFile[] | undefined
  readonly projectName: string
  /** The target track of a single file. */
  readonly trackId?: string | undefined
  /** Who sees what becomes a file, unless the user chooses otherwise. */
  readonly audience?: FileAudience
}

/** Until the bytes have been read, go by the file name. */
function checkOf(file: File, checks: PlanParts['checks']): FileCheck {
  const check = checks.get(file) ?? { head: null, sha256: null }
  return check.head ? check : { ...check, head: otherName(file.name) ?? null }
}

/** Every file with its target: the user's choice, or else the most likely by name, bytes and existing tracks. */
export function planUploads({
  files,
  checks,
  choices,
  tracks,
  others = [],
  projectName,
  trackId,
  audience = 'everyone',
}: PlanParts): readonly PlannedFile[] {
  const isNumbered = areNumbered(files.map(({ name }) => name))
  const names: Names = { isNumbered, shared: sharedArtist(files, projectName, isNumbered) }
  const targets = files.map((file) => {
    const check = checkOf(file, checks)
    const proposed = proposal(file, check, tracks, files.length === 1 ? trackId : undefined, { ...names, audience })
    return sendableIs(check) ? (choices.get(file)?.target ?? proposed) : skip
  })
  return files.map((file, at) => {
    const check = checkOf(file, checks)
    const target = targets[at] ?? skip
    const number =
      target.kind === 'file'
        ? numberOfFile(
            file,
            files.slice(0, at).filter((_, i) => targets[i]?.kind === 'file'),
            others,
          )
        : numberOf(target, targets.slice(0, at), tracks)
    const likely = trackOf(file, tracks, files.length === 1 ? trackId : undefined, names)
    return {
      file,
      check,
      target,
      number,
      changelog: choices.get(file)?.changelog ?? '',
      start: startOf(target, targets.slice(0, at), tracks, choices.get(file)),
      notes: target.kind === 'file' ? [] : notesOn(file, check, target, tracks, likely),
      sendable: sendableIs(check),
    }
  })
}

/** Whether everything selected can be sent as it is. */
export function isReady(planned: readonly PlannedFile[]): boolean {
  const wanted = planned.filter(({ target }) => target.kind !== 'skip')
  return (
    wanted.length > 0 &&
    wanted.every(({ target, check }) => check.head !== null && (target.kind !== 'track' || target.title.trim() !== ''))
  )
}

/** Whether to read the whole file, to tell a copy from another file of the same size. */
export function isWorthComparing(file: File, tracks: readonly PlanTrack[]): boolean {
  return file.size > 0 && hasSameSize(file.size, tracks)
}

/** In version order: `mix 2` before `mix 10`, and older before newer. */
export function inOrder(files: readonly File[]): readonly File[] {
  return files.toSorted(
    (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.lastModified - b.lastModified,
  )
}

/** What the names of all files together reveal about each. */
interface Names {
  readonly isNumbered: boolean
  readonly shared: string | undefined
}

const skip: FileTarget = { kind: 'skip' }

function sendableIs({ head }: FileCheck): boolean {
  return head?.kind !== 'empty' && head?.kind !== 'unreadable'
}

function proposal(
  file: File,
  check: FileCheck,
  tracks: readonly PlanTrack[],
  meant: string | undefined,
  { audience, ...names }: Names & { readonly audience: FileAudience },
): FileTarget {
  if (isJunk(check) || copyOf(file, check, tracks)) return skip
  if (isNoBounce(file, check)) return { kind: 'file', audience }
  const track = trackOf(file, tracks, meant, names)
  if (track?.isFinal) return skip
  return track ? { kind: 'version', trackId: track.id } : { kind: 'track', title: newTitle(file.name, names) }
}

/** What systems and programs leave beside the files that somebody means. */
function isJunk({ head }: FileCheck): boolean {
  return head?.kind === 'other' && head.what === 'other'
}

/** Of bytes that say nothing, the name decides. */
function isNoBounce({ name }: File, { head }: FileCheck): boolean {
  return head?.kind === 'other' || (head?.kind === 'unknown' && !['audio', 'other'].includes(fileKindOf(name)))
}

function trackOf(
  file: File,
  tracks: readonly PlanTrack[],
  meant: string | undefined,
  { isNumbered }: Names,
): PlanTrack | undefined {
  const likely =
    matchTrack(file.name, tracks) ?? (isNumbered ? matchTrack(file.name, tracks, { isNumbered }) : undefined)
  return tracks.find(({ id }) => id === meant) ?? tracks.find(({ id }) => id === likely?.id)
}

/** Once read completely, a file is a copy only if the bytes match; until then name and size decide. */
function copyOf(file: File, { sha256 }: FileCheck, tracks: readonly PlanTrack[]): SameVersion | undefined {
  return sha256 === null ? sameNameAndSize(file, tracks) : sameBytes(sha256, tracks)
}

/** The part before the dash that all names share, or that is the project's name, is not part of a title. */
function sharedArtist(files: readonly File[], projectName: string, isNumbered: boolean): string | undefined {
  const firsts = files
    .map(({ name }) => namedMusic(name, { isNumbered }).parts)
    .map((parts) => (parts.length > 1 ? parts[0] : undefined))
  const [first] = firsts
  if (first === undefined || firsts.some((other) => other !== first)) return keyOf(projectName)
  return files.length > 1 ? first : keyOf(projectName)
}

/** A title for a new track: the file name without version marks and without the album's name. */
export function newTitle(fileName: string, { isNumbered = false, shared }: Partial<Names> = {}): string {
  const { title } = namedMusic(fileName, { isNumbered })
  const [first = '', ...rest] = title.split(' - ')
  const short = rest.length > 0 && keyOf(first) === shared ? rest.join(' - ') : title
  return short.charAt(0).toUpperCase() + short.slice(1)
}

function numberOf(target: FileTarget, before: readonly FileTarget[], tracks: readonly PlanTrack[]): number | null {
  if (target.kind === 'skip') return null
  const earlier = before.filter((other) => isSameTarget(other, target)).length
  const track = target.kind === 'version' ? tracks.find(({ id }) => id === target.trackId) : undefined
  return 1 + earlier + Math.max(0, ...(track?.versions ?? []).map(({ number }) => number))
}

function numberOfFile({ name }: File, before: readonly File[], others: readonly PlanFile[]): number {
  const key = fileNameKey(name)
  const there = others.find((other) => fileNameKey(other.name) === key)?.versionCount ?? 0
  return there + 1 + before.filter((other) => fileNameKey(other.name) === key).length
}

function startOf(
  target: FileTarget,
  before: readonly FileTarget[],
  tracks: readonly PlanTrack[],
  choice: FileChoice | undefined,
): PlannedFile['start'] {
  if (target.kind !== 'version' || before.some((other) => isSameTarget(other, target))) return null
  const asked = tracks.find(({ id }) => id === target.trackId)?.start
  return asked
    ? { asked, done: choice?.done ?? asked.items.filter(({ settled }) => settled).map(({ position }) => position) }
    : null
}

/** Two files with the same new title become one track with two versions. */
export function isSameTarget(a: FileTarget, b: FileTarget): boolean {
  if (a.kind === 'version') return b.kind === 'version' && a.trackId === b.trackId
  return a.kind === 'track' && b.kind === 'track' && keyOf(a.title) === keyOf(b.title)
}

function notesOn(
  file: File,
  check: FileCheck,
  target: FileTarget,
  tracks: readonly PlanTrack[],
  likely: PlanTrack | undefined,
): readonly FileNote[] {
  const { head } = check
  if (head?.kind === 'empty' || head?.kind === 'unreadable' || head?.kind === 'other') return [head]
  const copy = copyOf(file, check, tracks)
  const notes: FileNote[] = copy
    ? [{ kind: 'same', title: copy.track.title, number: copy.version.number, certain: check.sha256 !== null }]
    : []
  if (target.kind === 'skip') return copy || !likely?.isFinal ? notes : [{ kind: 'final', title: likely.title }]
  if (target.kind === 'track' && target.title.trim() === '') notes.push({ kind: 'no-title' })
  if (head?.kind === 'unknown') notes.push({ kind: 'unknown' })
  const track = target.kind === 'version' ? tracks.find(({ id }) => id === target.trackId) : undefined
  return [
    ...notes,
    ...(track ? comparedWith(track, head) : []),
    ...(head?.kind === 'audio' && head.lossless === false ? [{ kind: 'lossy' } as const] : []),
  ]
}

/** A shorter difference is a tail cut at a slightly different place. */
const SAME_LENGTH_SECONDS: Seconds = 0.001

function comparedWith(
  { sampleRate, durationSeconds, versions: [newest] }: PlanTrack,
  head: FileCheck['head'],
): readonly FileNote[] {
  const notes: FileNote[] = []
  if (!newest || head?.kind !== 'audio') return notes
  if (head.sampleRate !== null && sampleRate !== null && head.sampleRate !== sampleRate)
    notes.push({ kind: 'rate', rate: head.sampleRate, before: sampleRate, number: newest.number })
  if (head.durationSeconds === null || durationSeconds === null) return notes
  const bySeconds = head.durationSeconds - durationSeconds
  return [
    ...notes,
    Math.abs(bySeconds) < SAME_LENGTH_SECONDS
      ? { kind: 'same-length', number: newest.number }
      : { kind: 'length', bySeconds, number: newest.number },
  ]
}
