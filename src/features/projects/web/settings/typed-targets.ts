import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { formatSampleRate } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { SelectOption } from '#web/ui/form/Select.tsx'
import { targetStrings } from './targets.strings.ts'

/** Targets as typed: an empty text is no target. */
export type TypedTargets = Readonly<Record<keyof DeliveryTargets, string>>

const any: SelectOption<string> = { value: '', label: targetStrings.any }

export const sampleRateOptions: readonly SelectOption<string>[] = [
  any,
  ...[44_100, 48_000, 88_200, 96_000, 192_000].map((rate) => ({
    value: String(rate),
    label: text(targetStrings.kilohertz, { rate: formatSampleRate(rate) }),
  })),
]

export const bitDepthOptions: readonly SelectOption<string>[] = [
  any,
  ...[16, 24, 32].map((count) => ({ value: String(count), label: text(targetStrings.bits, { count }) })),
]

export function typedTargets(targets: DeliveryTargets): TypedTargets {
  const typed = (value: number | null) => (value === null ? '' : String(value))
  return {
    loudness: typed(targets.loudness),
    truePeak: typed(targets.truePeak),
    sampleRate: typed(targets.sampleRate),
    bitDepth: typed(targets.bitDepth),
    headSeconds: typed(targets.headSeconds),
    tailSeconds: typed(targets.tailSeconds),
  }
}

/** Null if something is no number. */
export function targetsOf(typed: TypedTargets): DeliveryTargets | null {
  const number = (value: string) => (value.trim() === '' ? null : Number(value))
  const targets = {
    loudness: number(typed.loudness),
    truePeak: number(typed.truePeak),
    sampleRate: number(typed.sampleRate),
    bitDepth: number(typed.bitDepth),
    headSeconds: number(typed.headSeconds),
    tailSeconds: number(typed.tailSeconds),
  }
  return Object.values(targets).some((value) => value !== null && !Number.isFinite(value)) ? null : targets
}
