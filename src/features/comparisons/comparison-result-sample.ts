import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import type { ComparisonResult } from '#audio/comparison-result.ts'

export const whole = { isWhole: true, seconds: 180, spans: [{ from: 0, to: 180 }] }
export const silentEnds = { head: { seconds: 0, audible: false }, tail: { seconds: 0, audible: false } }

/** For tests: a song of three minutes and a copy, with these differences. */
export function sampleResult(said: Partial<ComparisonResult> = {}): ComparisonResult {
  return {
    version: COMPARISON_VERSION,
    sampleRate: 48_000,
    sampleRates: { a: 48_000, b: 48_000 },
    channels: { a: 2, b: 2 },
    frames: { a: 8_640_000, b: 8_640_000 },
    alignment: { offsetFrames: 0, confidence: 1, inverted: false, timing: 'steady' },
    unaligned: null,
    agreement: whole,
    segments: [{ from: 0, to: 180, at: 0, rate: 1, isExact: true, isSure: true }],
    beat: null,
    isRenderedAgain: false,
    isPartlyUnnamed: false,
    speed: null,
    partTiming: null,
    dynamics: null,
    edits: [],
    gain: 0,
    identicalAudio: false,
    overlap: { from: 0, to: 180 },
    only: { a: silentEnds, b: silentEnds },
    residual: -120,
    changes: [],
    channelChanges: [],
    ...said,
  }
}
