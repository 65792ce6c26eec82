import type { ComparisonResult } from '#audio/comparison-result.ts'
import type { Hertz } from '#shared/units.ts'
import { comparisonStrings as strings } from './comparison.strings.ts'

/** Below this, two clocks differ; above, something was played at another speed. */
const CLOCKS = 0.002
/** How closely a wrong label accounts for the speed. */
const LABEL = 0.001
const RATES: readonly Hertz[] = [22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
const MILLION = 1e6

/** How B's speed differs from A's; empty if it does not. */
export function speedLines({ speed, sampleRates }: Pick<ComparisonResult, 'speed' | 'sampleRates'>): readonly string[] {
  if (!speed) return []
  const { rate, kind, tempi } = speed
  const faster = 1 / rate - 1
  const percent = (100 * Math.abs(faster)).toFixed(1)
  if (kind === 'tempo') {
    if (tempi) return [strings.tempo(beats(tempi.a), beats(tempi.b))]
    return [faster > 0 ? strings.tempoFaster(percent) : strings.tempoSlower(percent)]
  }
  if (Math.abs(faster) < CLOCKS) {
    const amount = Math.abs(faster) * MILLION
    const ppm = amount < 10 ? amount.toFixed(1) : amount.toFixed(0)
    return [faster > 0 ? strings.runsFaster(ppm) : strings.runsSlower(ppm)]
  }
  const plays = faster > 0 ? strings.playsFaster(percent) : strings.playsSlower(percent)
  const isRate = (recorded: Hertz, label: Hertz) => Math.abs(recorded / label / rate - 1) < LABEL
  const recorded = RATES.find((one) => isRate(one, sampleRates.b))
  if (recorded !== undefined && sampleRates.a !== sampleRates.b)
    return [plays, strings.labelled(kilohertz(sampleRates.b), kilohertz(recorded))]
  const pair = [
    [48_000, 44_100],
    [44_100, 48_000],
    [96_000, 88_200],
    [96_000, 48_000],
    [48_000, 96_000],
  ].find(([one = 1, other = 1]) => isRate(one, other))
  return pair ? [`${plays}, ${strings.asLabelled(kilohertz(pair[1] ?? 0), kilohertz(pair[0] ?? 0))}`] : [plays]
}

function beats(perMinute: number): string {
  return String(Number(perMinute.toFixed(1)))
}

function kilohertz(rate: Hertz): string {
  return strings.kilohertz(String(Number((rate / 1000).toFixed(3))))
}
