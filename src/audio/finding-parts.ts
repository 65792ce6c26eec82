import type { Finding, FindingKind, FindingPlace } from '#audio/analysis-report.ts'
import type { Decibels, Seconds } from '#shared/units.ts'

/** More places than anyone checks one by one. */
export const MOST_PLACES = 30

export function finding(
  kind: FindingKind,
  severity: Finding['severity'],
  more: Partial<Omit<Finding, 'kind' | 'severity'>> = {},
): Finding {
  return { kind, severity, at: null, count: null, value: null, channel: null, ...more }
}

/** dB of an amplitude; null for silence. */
export function decibels(amplitude: number): Decibels | null {
  return amplitude > 0 ? 20 * Math.log10(amplitude) : null
}

/** Rounded to microseconds and hundredths, because a page carries the places of many versions. */
export function placeOf(at: Seconds, value: number | null, channel: number | null): FindingPlace {
  return { at: Math.round(at * 1e6) / 1e6, value: value === null ? null : Math.round(value * 100) / 100, channel }
}
