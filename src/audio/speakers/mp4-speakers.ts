import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { coreAudioSpeakers } from '#audio/speakers/core-audio-speakers.ts'

/** More than any program writes on one level. */
const MOST_BOXES = 1000
const MOST_LAYOUT_BYTES = 4096

interface Box {
  readonly type: string
  /** Where its content begins and ends. */
  readonly from: number
  readonly to: number
}

/** Output channel positions, from 0. */
const POSITIONS = 'L R C LFE Ls Rs Lc Rc Lb Rb Cs Ls Rs Ls Rs Lw Rw Ltf Rtf Ctf Ltb Rtb Ctb Ltm Rtm Tc LFE2'.split(' ')
const BY_ANGLES = 126

/** Channels of the configurations that a layout may name, in their order. */
const CONFIGURATIONS: Readonly<Record<number, string>> = {
  3: 'C L R',
  4: 'C L R Cs',
  5: 'C L R Ls Rs',
  6: 'C L R Ls Rs LFE',
  7: 'C Lc Rc L R Ls Rs LFE',
  9: 'L R Cs',
  10: 'L R Ls Rs',
  11: 'C L R Ls Rs Cs LFE',
  12: 'C L R Ls Rs Lb Rb LFE',
  14: 'C L R Ls Rs LFE Ltf Rtf',
  16: 'C L R Ls Rs LFE Ltf Rtf Ltb Rtb',
  19: 'C L R Ls Rs Lb Rb LFE Ltf Rtf Ltb Rtb',
}

/**
 * The loudspeakers of the first sound track of an MP4 or QuickTime file, by `chnl` or `chan` in its sample description.
 * @see ISO/IEC 14496-12, 12.2.4 (`chnl`), ISO/IEC 23091-3 (positions and configurations)
 */
export function mp4Speakers(read: ReadBytes, fileBytes: number, channels: number): readonly string[] | undefined {
  const file: Box = { type: '', from: 0, to: fileBytes }
  for (const track of boxesIn(read, boxAt(read, file, 'moov'), 'trak')) {
    const media = boxAt(read, track, 'mdia')
    const handler = boxAt(read, media, 'hdlr')
    if (!media || !handler || text(read(handler.from + 8, 4), 0, 4) !== 'soun') continue
    const description = boxAt(read, boxAt(read, boxAt(read, media, 'minf'), 'stbl'), 'stsd')
    const [entry] = description ? boxesIn(read, { ...description, from: description.from + 8 }) : []
    return entry && speakersIn(read, entry, channels)
  }
  return undefined
}

function speakersIn(read: ReadBytes, entry: Box, channels: number): readonly string[] | undefined {
  const version = read(entry.from + 8, 2)
  const extra = { 1: 16, 2: 36 }[version.length < 2 ? 0 : viewOf(version).getUint16(0)] ?? 0
  const parts = { ...entry, from: entry.from + 28 + extra }
  for (const { type, from, to } of boxesIn(read, parts)) {
    const content = read(from, Math.min(to - from, MOST_LAYOUT_BYTES))
    if (type === 'chan') return coreAudioSpeakers(content.subarray(4), channels)
    if (type === 'chnl') return channelLayoutSpeakers(content, channels)
  }
  return undefined
}

/** Of version 0 and 1; undefined if channels are objects, or left out of a configuration. */
function channelLayoutSpeakers(content: Uint8Array, channels: number): readonly string[] | undefined {
  if (content.length < 6) return undefined
  const isFirst = content[0] === 0
  const structure = isFirst ? (content[4] ?? 0) : (content[4] ?? 0) >>> 4
  if (structure !== 1) return undefined
  const at = isFirst ? 5 : 6
  const configuration = content[at] ?? 0
  if (configuration !== 0) {
    const names = CONFIGURATIONS[configuration]?.split(' ')
    return names?.length === channels ? names : undefined
  }
  const names: string[] = []
  for (let i = isFirst ? at + 1 : at + 2; names.length < channels; i++) {
    const position = content[i]
    const name = position === undefined || position === BY_ANGLES ? undefined : POSITIONS[position]
    if (!name || names.includes(name)) return undefined
    names.push(name)
  }
  // A pair behind without one beside is the surround pair of 5.1.
  return names.includes('Ls') ? names : names.map((name) => (name === 'Lb' ? 'Ls' : name === 'Rb' ? 'Rs' : name))
}

function boxAt(read: ReadBytes, parent: Box | undefined, type: string): Box | undefined {
  return [...boxesIn(read, parent, type)][0]
}

function* boxesIn(read: ReadBytes, parent: Box | undefined, wanted?: string): Generator<Box> {
  for (let at = parent?.from ?? 0, n = 0; parent && at + 8 <= parent.to && n < MOST_BOXES; n++) {
    const head = read(at, 16)
    if (head.length < 8) return
    const view = viewOf(head)
    const type = text(head, 4, 4)
    const stated = view.getUint32(0)
    const isLong = stated === 1 && head.length === 16
    const bytes = isLong ? Number(view.getBigUint64(8)) : stated === 0 ? parent.to - at : stated
    if (bytes < 8 || !Number.isSafeInteger(bytes)) return
    if (wanted === undefined || type === wanted)
      yield { type, from: at + (isLong ? 16 : 8), to: Math.min(parent.to, at + bytes) }
    at += bytes
  }
}
