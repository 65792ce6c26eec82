import type { Finding, FindingPlace } from '#audio/analysis-report.ts'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import {
  formatDecibels,
  formatLevel,
  formatLufs,
  formatSampleRate,
  formatSignedLevel,
  formatTruePeak,
} from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { findingStrings as strings } from './findings.strings.ts'

/**
 * No real stereo has such a correlation throughout: one channel has inverted polarity. A single recording does not show
 * which one.
 */
const upsideDown = -0.6

/** A finding as one or two short sentences, with its figures: `True peak +0.4 dBTP, 3 overs. First at 1:20.004`. */
export function findingWords(finding: Finding): string {
  return say[finding.kind](finding)
}

const say: Readonly<Record<Finding['kind'], (finding: Finding) => string>> = {
  'true-peak-over': (finding) =>
    text(strings.truePeak, {
      peak: formatTruePeak(finding.value),
      overs: text(strings.overs, { count: finding.count ?? 0 }),
      inAll: finding.length === undefined ? '' : text(strings.inAll, { length: formatLength(finding.length) }),
      first: firstOf(finding),
    }),
  clipped: (finding) =>
    text(strings.clipped, {
      where: whereOf(finding),
      times: text(strings.times, { count: finding.count ?? 0 }),
      first: firstOf(finding),
    }),
  'dc-offset': (finding) =>
    text(strings.dcOffset, {
      where: whereOf(finding),
      level: finding.value === null ? '' : formatFullScale(finding.value),
      quietest: timeOf(finding, strings.quietestAt),
    }),
  mono: () => strings.mono,
  'channel-dead': (finding) => text(strings.channelDead, { where: whereOf(finding) }),
  'channel-weak': (finding) =>
    text(strings.channelWeak, {
      where: whereOf(finding),
      level: formatDecibels(Math.abs(finding.value ?? 0)),
      loudest: timeOf(finding, strings.loudestPart),
    }),
  'channel-drops': (finding) =>
    text(finding.unsure ? strings.channelDropsUnsure : strings.channelDrops, {
      where: whereOf(finding),
      when: whenWords(finding),
    }),
  'channel-weakens': (finding) => text(strings.channelWeakens, { where: whereOf(finding), when: whenWords(finding) }),
  'polarity-flips': (finding) => text(strings.polarityFlips, { when: whenWords(finding) }),
  'out-of-phase': (finding) =>
    text(
      finding.unsure
        ? strings.opposedUnsure
        : finding.severity === 'warning' && (finding.value ?? 0) <= upsideDown
          ? strings.upsideDown
          : strings.outOfPhase,
      {
        correlation: finding.value === null ? '' : formatCorrelation(finding.value),
        first: firstOf(finding),
        worst: timeOf(finding, strings.worstAt),
      },
    ),
  'off-balance': (finding) =>
    text(finding.unsure ? strings.offBalanceUnsure : strings.offBalance, {
      where: whereOf(finding),
      level: formatDecibels(finding.value ?? 0),
      loudest: timeOf(finding, finding.unsure ? strings.loudestPartAsked : strings.loudestPart),
    }),
  'drop-out': (finding) =>
    text(finding.unsure ? strings.dropOutUnsure : strings.dropOut, {
      where: whereOf(finding),
      times: text(strings.times, { count: finding.count ?? 1 }),
      length: formatLength(finding.length ?? finding.value),
      first: firstOf(finding),
    }),
  clicks: (finding) =>
    text(strings.clicks, {
      clicks: text(strings.clickCount, { count: finding.count ?? 1 }),
      level: formatFullScale(finding.value),
      first: firstOf(finding),
    }),
  'flat-tops': (finding) =>
    text(strings.flatTops, {
      where: whereOf(finding),
      level: formatFullScale(finding.value),
      times: text(strings.times, { count: finding.count ?? 1 }),
      first: firstOf(finding),
    }),
  hum: ({ value, level }) => text(strings.hum, { frequency: value ?? 50, level: formatFullScale(level ?? null) }),
  'lossy-source': (finding) =>
    text(strings.lossySource, {
      frequency: formatKilohertz(finding.value),
      heard: timeOf(finding, strings.heardAt),
    }),
  upsampled: (finding) =>
    text(strings.upsampled, {
      frequency: formatSampleRate(finding.value ?? 0),
      rate: formatSampleRate(2 * (finding.value ?? 0)),
      heard: timeOf(finding, strings.heardAt),
    }),
  'padded-bits': (finding) =>
    text(strings.paddedBits, { bits: finding.value ?? 16, quietest: timeOf(finding, strings.quietestAt) }),
  'abrupt-start': ({ value, unsure }) =>
    text(unsure ? strings.abruptStartUnsure : strings.abruptStart, { level: formatFullScale(value) }),
  'abrupt-end': ({ value, unsure }) =>
    text(unsure ? strings.abruptEndUnsure : strings.abruptEnd, { level: formatFullScale(value) }),
  'true-peak-target': ({ value, target, at }) =>
    text(strings.truePeakTarget, {
      peak: formatTruePeak(value),
      target: formatTruePeak(target ?? null),
      first: at === null ? '' : text(strings.loudestAt, { time: formatPosition(at) }),
    }),
  'loudness-target': ({ value, target }) =>
    text(strings.loudnessTarget, { loudness: formatLufs(value), target: formatLufs(target ?? null) }),
  'sample-rate-target': ({ value, target }) =>
    text(strings.sampleRateTarget, { rate: formatSampleRate(value ?? 0), target: formatSampleRate(target ?? 0) }),
  'bit-depth-target': ({ value, target }) => text(strings.bitDepthTarget, { bits: value ?? 0, target: target ?? 0 }),
  'head-target': ({ value, target }) =>
    text(strings.headTarget, { length: formatSilence(value), target: formatSilence(target) }),
  'tail-target': ({ value, target }) =>
    text(strings.tailTarget, { length: formatSilence(value), target: formatSilence(target) }),
  silent: () => strings.silent,
  'silence-head': ({ value }) => text(strings.silenceHead, { length: formatLength(value) }),
  'silence-tail': ({ value }) => text(strings.silenceTail, { length: formatLength(value) }),
  'decode-errors': (finding) =>
    text(strings.decodeErrors, {
      times: text(strings.places, { count: Math.max(1, finding.count ?? 0) }),
      first: firstOf(finding),
    }),
  truncated: ({ value }) =>
    value === null ? strings.truncated : text(strings.truncatedBy, { length: formatLength(value) }),
  longer: ({ value }) => text(strings.goesOn, { length: formatLength(value) }),
  checksum: () => strings.checksum,
  'invalid-samples': (finding) =>
    text(strings.invalidSamples, {
      samples: text(strings.samples, { count: finding.count ?? 0 }),
      first: firstOf(finding),
    }),
  lossy: () => strings.lossy,
  'stream-reduced': ({ value }) => text(strings.streamReduced, { bits: value ?? 24 }),
  'sample-rate-changed': ({ value }) =>
    text(strings.sampleRate, { rate: value === null ? '' : formatSampleRate(value) }),
  'bit-depth-changed': ({ value }) =>
    value === null ? strings.bitDepthUnknown : text(strings.bitDepth, { bits: value }),
  'channels-changed': ({ value }) =>
    text(strings.channelsBefore, { channels: text(strings.channels, { count: value ?? 0 }) }),
  'length-changed': ({ value }) =>
    text((value ?? 0) < 0 ? strings.shorter : strings.longer, { length: formatLength(value) }),
  identical: () => strings.identical,
  'identical-audio': () => strings.identicalAudio,
}

/** Empty for reports of older releases, in which a finding about the whole recording has no place. */
function timeOf({ at }: Finding, words: string): string {
  return at === null ? '' : text(words, { time: formatPosition(at) })
}

function firstOf({ at }: Finding): string {
  return at === null ? '' : text(strings.firstAt, { time: formatPosition(at) })
}

function whereOf({ channel }: Finding): string {
  return channel === null ? strings.everyChannel : text(strings.channel, { name: channelName(channel) })
}

export function placeTime({ at }: Pick<FindingPlace, 'at'>): string {
  return formatPosition(at)
}

/** Details of one position of a finding beside its time: how loud, long or far out of phase, in which channel. */
export function placeTraits({ kind }: Pick<Finding, 'kind'>, { value, channel }: FindingPlace): readonly string[] {
  const format = placeFormats[kind] ?? formatCorrelation
  const level = value === null ? [] : [format(value)]
  return channel === null ? level : [...level, channelName(channel)]
}

const placeFormats: Readonly<Partial<Record<Finding['kind'], (value: number) => string>>> = {
  'true-peak-over': formatSignedLevel,
  clicks: formatFullScale,
  'drop-out': formatLength,
}

/** Start and end, or only the start if it lasts until the end. */
function whenWords({ at, value }: Pick<Finding, 'at' | 'value'>): string {
  const from = at ?? 0
  return value === null
    ? text(strings.since, { from: formatPosition(from) })
    : text(strings.between, { from: formatPosition(from), to: formatPosition(from + value) })
}

function channelName(channel: number): string {
  return channel === 0 ? strings.left : channel === 1 ? strings.right : String(channel + 1)
}

/** Below a minute as seconds with a decimal, otherwise as a clock. */
function formatLength(seconds: number | null): string {
  const length = Math.abs(seconds ?? 0)
  if (length < 0.1) return `${Math.max(1, Math.round(length * 1000))} ms`
  return length < 60 ? `${length.toFixed(1)} s` : formatDuration(length)
}

/** Two decimals: targets are kept within 50 ms. */
function formatSilence(seconds: number | null | undefined): string {
  return `${(seconds ?? 0).toFixed(2)} s`
}

function formatFullScale(level: number | null): string {
  return `${formatLevel(level)} dBFS`
}

function formatKilohertz(frequency: number | null): string {
  return ((frequency ?? 0) / 1000).toFixed(1)
}

function formatCorrelation(value: number): string {
  return formatLevel(Math.round(value * 10) / 10)
}

const weight: Readonly<Record<Finding['severity'], number>> = { problem: 0, warning: 1, notice: 2 }

/** The most severe first, then by time. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) => weight[a.severity] - weight[b.severity] || (a.at ?? Infinity) - (b.at ?? Infinity) || 0,
  )
}
