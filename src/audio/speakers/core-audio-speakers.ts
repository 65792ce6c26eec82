import { viewOf } from '#audio/pcm-format.ts'
import { speakersOfMask } from '#audio/speakers.ts'

const BY_DESCRIPTIONS = 0
const BY_BITMAP = 1 << 16
const HEAD_BYTES = 12
const DESCRIPTION_BYTES = 20

/** Loudspeakers in the order of Apple's layout tags, whose lower half is the number of channels. */
const BY_TAG: Readonly<Record<number, string>> = {
  108: 'L R Ls Rs',
  109: 'L R Ls Rs C',
  110: 'L R Ls Rs C Cs',
  111: 'L R Ls Rs C Cs Lw Rw',
  113: 'L R C',
  114: 'C L R',
  115: 'L R C Cs',
  116: 'C L R Cs',
  117: 'L R C Ls Rs',
  118: 'L R Ls Rs C',
  119: 'L C R Ls Rs',
  120: 'C L R Ls Rs',
  121: 'L R C LFE Ls Rs',
  122: 'L R Ls Rs C LFE',
  123: 'L C R Ls Rs LFE',
  124: 'C L R Ls Rs LFE',
  125: 'L R C LFE Ls Rs Cs',
  126: 'L R C LFE Ls Rs Lc Rc',
  127: 'C Lc Rc L R Ls Rs LFE',
  128: 'L R C LFE Ls Rs Lb Rb',
  129: 'L R Ls Rs C LFE Lc Rc',
  131: 'L R Cs',
  132: 'L R Ls Rs',
  133: 'L R LFE',
  134: 'L R LFE Cs',
  135: 'L R LFE Ls Rs',
  136: 'L R C LFE',
  137: 'L R C LFE Cs',
  138: 'L R Ls Rs LFE',
  139: 'L R Ls Rs C Cs',
  140: 'L R Ls Rs C Lb Rb',
  141: 'C L R Ls Rs Cs',
  142: 'C L R Ls Rs Cs LFE',
  143: 'C L R Ls Rs Lb Rb',
  144: 'C L R Ls Rs Lb Rb Cs',
  148: 'L R Ls Rs C Lc Rc',
  150: 'L C R',
  151: 'L C R Cs',
  152: 'L C R LFE',
  153: 'L R Cs LFE',
  154: 'L C R Cs LFE',
  185: 'L R Ls Rs',
  186: 'L R C Ls Rs',
  187: 'L R C LFE Ls Rs',
  188: 'L R C LFE Cs Ls Rs',
  189: 'L R C LFE Lb Rb Ls Rs',
  192: 'L R C LFE Ls Rs Lb Rb Ltf Rtf Ltb Rtb',
  194: 'L R C LFE Ls Rs Ltm Rtm',
  195: 'L R C LFE Ls Rs Ltf Rtf Ltb Rtb',
  196: 'L R C LFE Ls Rs Lb Rb Ltm Rtm',
}

/** By the number of a label in a list of descriptions. */
const BY_NUMBER: Readonly<Record<number, string>> = {
  ...numbered(1, 'L R C LFE Ls Rs Lc Rc Cs Ls Rs Tc Ltf Ctf Rtf Ltb Ctb Rtb'),
  ...numbered(33, 'Lb Rb Lw Rw LFE2'),
  ...numbered(49, 'Ltm Tc Rtm Ltb Ctb Rtb'),
}

function numbered(from: number, names: string): Readonly<Record<number, string>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [from + i, name]))
}

/**
 * The loudspeakers of an `AudioChannelLayout`, as CAF and QuickTime store it in `chan`: by a tag, by a bitmap, or one
 * by one. Undefined unless each of the channels has one.
 * @see Apple, Core Audio Format specification, “Channel Layout Chunk”, and CoreAudioBaseTypes.h
 */
export function coreAudioSpeakers(layout: Uint8Array, channels: number): readonly string[] | undefined {
  if (layout.length < HEAD_BYTES) return undefined
  const view = viewOf(layout)
  const tag = view.getUint32(0)
  if (tag === BY_BITMAP) return speakersOfMask(channels, view.getUint32(4))
  if (tag !== BY_DESCRIPTIONS) {
    const names = BY_TAG[tag >>> 16]?.split(' ')
    return names?.length === channels && (tag & 0xffff) === channels ? names : undefined
  }
  if (view.getUint32(8) !== channels || layout.length < HEAD_BYTES + channels * DESCRIPTION_BYTES) return undefined
  const names = Array.from(
    { length: channels },
    (_, i) => BY_NUMBER[view.getUint32(HEAD_BYTES + i * DESCRIPTION_BYTES)],
  ).filter((name) => name !== undefined)
  return names.length === channels && new Set(names).size === channels ? names : undefined
}
