import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { formatSampleRate } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { SelectOption } from '#web/ui/form/Select.tsx'
import { targetStrings } from './targets.strings.ts'

/** Targets as typed: an empty text is no target. */
export type TypedTargets = Readonly<Record<keyof DeliveryTargets, string>>

const any: SelectOption<string> = { value: '', label: targetStrings.any }

/** The usual ones, and the present one if it is another. */
export function sampleRateOptions(present: number | null): readonly SelectOption<string>[] {
  return optionsOf([44_100, 48_000, 88_200, 96_000, 192_000], present, (rate) =>
    text(targetStrings.kilohertz, { rate: formatSampleRate(rate) }),
  )
}

export function bitDepthOptions(present: number | null): readonly SelectOption<string>[] {
  return optionsOf([16, 24, 32], present, (count) => text(targetStrings.bits, { count }))
}

function optionsOf(
  usual: readonly number[],
  present: number | null,
  label: (value: number) => string,
): readonly SelectOption<string>[] {
  const values = new Set([...usual, ...(present === null ? [] : [present])])
  return [any, ...[...values].toSorted((a, b) => a - b).map((value) => ({ value: String(value), label: label(value) }))]
}

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
