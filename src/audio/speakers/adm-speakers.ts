import { textOfWindows } from '#audio/markers/text-bytes.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { admTracks, MOST_CHNA_BYTES } from '#audio/speakers/adm-tracks.ts'
import type { AdmTrack } from '#audio/speakers/adm-tracks.ts'
import { riffChunks } from '#audio/speakers/riff-chunks.ts'

/** An hour of moving objects may describe itself at length; loudspeakers need some kilobytes. */
const MOST_XML_BYTES = 8 * 1024 * 1024

/** Loudspeakers by their label: the layer, and the angle to the left (+) or right (−). */
const BY_LABEL: Readonly<Record<string, string>> = {
  'M+000': 'C',
  ...pairs('M', '030', 'L', 'R'),
  ...pairs('M', '022', 'Lc', 'Rc'),
  ...pairs('M', 'SC', 'Lc', 'Rc'),
  ...pairs('M', '045', 'Lw', 'Rw'),
  ...pairs('M', '060', 'Lw', 'Rw'),
  ...pairs('M', '090', 'Ls', 'Rs'),
  ...pairs('M', '110', 'Ls', 'Rs'),
  ...pairs('M', '135', 'Lb', 'Rb'),
  'M+180': 'Cs',
  ...pairs('U', '030', 'Ltf', 'Rtf'),
  ...pairs('U', '045', 'Ltf', 'Rtf'),
  ...pairs('U', '090', 'Ltm', 'Rtm'),
  ...pairs('U', '110', 'Ltb', 'Rtb'),
  ...pairs('U', '135', 'Ltb', 'Rtb'),
  'U+000': 'Ctf',
  'U+180': 'Ctb',
  'UH+180': 'Ctb',
  'T+000': 'Tc',
  LFE: 'LFE',
  LFE1: 'LFE',
  LFEL: 'LFE',
  LFE2: 'LFE2',
  LFER: 'LFE2',
  // By their place in the room, as Dolby writes them.
  ...Object.fromEntries(
    Object.entries({
      L: 'L',
      R: 'R',
      C: 'C',
      LFE: 'LFE',
      Ls: 'Ls',
      Rs: 'Rs',
      Lss: 'Ls',
      Rss: 'Rs',
      Lrs: 'Lb',
      Rrs: 'Rb',
      Lts: 'Ltm',
      Rts: 'Rtm',
      Ltm: 'Ltm',
      Rtm: 'Rtm',
      Ltf: 'Ltf',
      Rtf: 'Rtf',
      Ltr: 'Ltb',
      Rtr: 'Rtb',
      Lw: 'Lw',
      Rw: 'Rw',
    }).map(([label, name]) => [`RC_${label}`, name]),
  ),
}

/** Channels that every ADM reader knows, by the last digits of their number, from 1. */
const COMMON: readonly string[] = [
  'M+030 M-030 M+000 LFE1 M+110 M-110 M+022 M-022 M+180 M+090 M-090 T+000',
  'U+030 U+000 U-030 U+110 U+180 U-110 U+090 U-090',
  // Three below the listener, who has no loudspeaker for them here.
  'B+000 B+045 B-045',
  'M+060 M-060 M+135 M-135 M+135 M-135 U+135 U-135 LFE1 LFE2 U+045 U-045',
  'M+SC M-SC M+045 M-045 UH+180',
].flatMap((some) => some.split(' '))

/**
 * The loudspeaker of each channel of a WAV by its ADM chunks: by the labels in `axml`, else by the numbers of the
 * common definitions. Undefined unless each channel has one of its own.
 * @see ITU-R BS.2076-2 (ADM), BS.2094-1 (common definitions), BS.2051-3 (labels)
 */
export function admSpeakers(read: ReadBytes, fileBytes: number, channels: number): readonly string[] | undefined {
  let [tracks, xml]: [readonly AdmTrack[], string] = [[], '']
  for (const { id, at, bytes } of riffChunks(read, fileBytes)) {
    if (id === 'chna') tracks = admTracks(read(at, Math.min(bytes, MOST_CHNA_BYTES)))
    if (id === 'axml') xml = textOfWindows(read(at, Math.min(bytes, MOST_XML_BYTES)))
  }
  const names: (string | undefined)[] = Array.from({ length: channels })
  for (const { channel, format } of tracks) {
    const name = speakerOf(channelFormatOf(format, xml), xml)
    // Two sounds that take turns in one channel, on different loudspeakers.
    if (name === undefined || channel >= channels || (names[channel] ?? name) !== name) return undefined
    names[channel] = name
  }
  const known = names.filter((name) => name !== undefined)
  if (known.length < channels || new Set(known).size < channels) return undefined
  // As in channel masks: a pair behind without one beside is the surround pair.
  return known.includes('Ls') ? known : known.map((name) => (name === 'Lb' ? 'Ls' : name === 'Rb' ? 'Rs' : name))
}

/** `AC_…`: by way of the stream that the track is in, or of the same number. */
function channelFormatOf(track: string, xml: string): string {
  if (track.startsWith('AC_')) return track.slice(0, 11)
  const stream = within(element(xml, 'audioTrackFormat', track.trim()), /AS_[0-9a-f]{8}/i)
  const channel = stream && within(element(xml, 'audioStreamFormat', stream), /AC_[0-9a-f]{8}/i)
  return channel ?? `AC_${track.slice(3, 11)}`
}

function speakerOf(channelFormat: string, xml: string): string | undefined {
  const label = /<(?:\w+:)?speakerLabel>\s*([^<]+?)\s*</.exec(element(xml, 'audioChannelFormat', channelFormat))?.[1]
  if (label !== undefined) return BY_LABEL[label.replace(/^urn:itu:bs:\d+:\d+:speaker:/, '')]
  const common = /^AC_0001([0-9a-f]{4})$/i.exec(channelFormat)?.[1]
  return BY_LABEL[COMMON[Number.parseInt(common ?? '0', 16) - 1] ?? '']
}

/** An element by its number, with what is in it; empty if there is none. */
function element(xml: string, name: string, id: string): string {
  const number = xml.toLowerCase().indexOf(`${name}ID="${id}"`.toLowerCase())
  if (number < 0) return ''
  const end = xml.indexOf(`${name}>`, number)
  return xml.slice(number, end < 0 ? number : end)
}

function within(content: string, pattern: RegExp): string | undefined {
  return pattern.exec(content.slice(content.indexOf('>')))?.[0]
}

function pairs(layer: string, angle: string, left: string, right: string): Readonly<Record<string, string>> {
  return { [`${layer}+${angle}`]: left, [`${layer}-${angle}`]: right }
}
