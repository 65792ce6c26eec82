import type { Finding, FindingPlace } from '#audio/analysis-report.ts'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import {
  formatDecibels,
  formatLevel,
  formatSampleRate,
  formatSignedLevel,
  formatTruePeak,
} from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { findingStrings as words } from './findings.strings.ts'

/**
 * No stereo has such a correlation throughout: one of its channels is upside down. Which one, a single recording does
 * not say.
 */
const upsideDown = -0.6

/** A finding as one or two short sentences, with its figures: `True peak +0.4 dBTP, 3 overs. First at 1:20.004`. */
export function findingWords(finding: Finding): string {
  const { kind, at, count, value, channel } = finding
  const first = at === null ? '' : text(words.firstAt, { time: formatPosition(at) })
  const where = channel === null ? words.everyChannel : text(words.channel, { name: channelName(channel) })
  const much = count ?? 0
  switch (kind) {
    case 'true-peak-over':
      return text(words.truePeak, { peak: formatTruePeak(value), overs: text(words.overs, { count: much }), first })
    case 'clipped':
      return text(words.clipped, { where, times: text(words.times, { count: much }), first })
    case 'dc-offset':
      return text(words.dcOffset, { where, level: value === null ? '' : formatDecibels(value) })
    case 'mono':
      return words.mono
    case 'channel-dead':
      return text(words.channelDead, { where })
    case 'channel-weak':
      return text(words.channelWeak, { where, level: formatDecibels(Math.abs(value ?? 0)) })
    case 'channel-drops':
      return text(words.channelDrops, { where, when: whenWords(finding) })
    case 'channel-weakens':
      return text(words.channelWeakens, { where, when: whenWords(finding) })
    case 'polarity-flips':
      return text(words.polarityFlips, { when: whenWords(finding) })
    case 'out-of-phase':
      return text(finding.severity === 'warning' && (value ?? 0) <= upsideDown ? words.upsideDown : words.outOfPhase, {
        correlation: value === null ? '' : formatCorrelation(value),
        first,
      })
    case 'silent':
      return words.silent
    case 'silence-head':
      return text(words.silenceHead, { length: formatLength(value) })
    case 'silence-tail':
      return text(words.silenceTail, { length: formatLength(value) })
    case 'decode-errors':
      return text(words.decodeErrors, { times: text(words.places, { count: Math.max(1, much) }), first })
    case 'truncated':
      return value === null ? words.truncated : text(words.truncatedBy, { length: formatLength(value) })
    case 'longer':
      return text(words.goesOn, { length: formatLength(value) })
    case 'checksum':
      return words.checksum
    case 'invalid-samples':
      return text(words.invalidSamples, { samples: text(words.samples, { count: much }), first })
    case 'lossy':
      return words.lossy
    case 'stream-reduced':
      return text(words.streamReduced, { bits: value ?? 24 })
    case 'sample-rate-changed':
      return text(words.sampleRate, { rate: value === null ? '' : formatSampleRate(value) })
    case 'bit-depth-changed':
      return value === null ? words.bitDepthUnknown : text(words.bitDepth, { bits: value })
    case 'channels-changed':
      return text(words.channelsBefore, { channels: text(words.channels, { count: value ?? 0 }) })
    case 'length-changed':
      return text((value ?? 0) < 0 ? words.shorter : words.longer, { length: formatLength(value) })
    case 'identical':
      return words.identical
    case 'identical-audio':
      return words.identicalAudio
  }
}

export function placeTime({ at }: Pick<FindingPlace, 'at'>): string {
  return formatPosition(at)
}

/** What is said of one place of a finding beside its time: how loud or how far out of phase, in which channel. */
export function placeTraits({ kind }: Pick<Finding, 'kind'>, { value, channel }: FindingPlace): readonly string[] {
  const level = value === null ? [] : [kind === 'true-peak-over' ? formatSignedLevel(value) : formatCorrelation(value)]
  return channel === null ? level : [...level, channelName(channel)]
}

/** From when to when, or only from when where it lasts until the end. */
function whenWords({ at, value }: Pick<Finding, 'at' | 'value'>): string {
  const from = at ?? 0
  return value === null
    ? text(words.since, { from: formatPosition(from) })
    : text(words.between, { from: formatPosition(from), to: formatPosition(from + value) })
}

function channelName(channel: number): string {
  return channel === 0 ? words.left : channel === 1 ? words.right : String(channel + 1)
}

/** Seconds with a decimal below a minute, then as a clock. */
function formatLength(seconds: number | null): string {
  const length = Math.abs(seconds ?? 0)
  if (length < 0.1) return `${Math.max(1, Math.round(length * 1000))} ms`
  return length < 60 ? `${length.toFixed(1)} s` : formatDuration(length)
}

function formatCorrelation(value: number): string {
  return formatLevel(Math.round(value * 10) / 10)
}

const weight: Readonly<Record<Finding['severity'], number>> = { problem: 0, warning: 1, notice: 2 }

/** The worst first, then in time. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) => weight[a.severity] - weight[b.severity] || (a.at ?? Infinity) - (b.at ?? Infinity) || 0,
  )
}
