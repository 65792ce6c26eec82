import { TextField } from '#web/ui/form/TextField.tsx'
import type { TrackTempo } from '../../tracks.contract.ts'
import { isTidyTempo } from './browser-tempo.ts'
import { musicStrings as strings } from './music.strings.ts'

/** A tempo as typed. */
export type TypedTempo = Readonly<Record<keyof TrackTempo, string>>

/** To the thousandth; in bars of four from the start without a tempo. */
export function typedTempo(tempo: TrackTempo | undefined): TypedTempo {
  return {
    beatsPerMinute: tempo ? String(round(tempo.beatsPerMinute)) : '',
    beatsPerBar: String(tempo?.beatsPerBar ?? 4),
    offset: String(round(tempo?.offset ?? 0)),
  }
}

/** NaN where something is no number. */
export function tempoOfTyped({ beatsPerMinute, beatsPerBar, offset }: TypedTempo): TrackTempo {
  return {
    beatsPerMinute: numberOf(beatsPerMinute),
    beatsPerBar: numberOf(beatsPerBar),
    offset: numberOf(offset),
  }
}

/** Accepts a decimal comma. */
function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

const plain: TrackTempo = { beatsPerMinute: 120, beatsPerBar: 4, offset: 0 }

interface TempoFieldsProps {
  readonly typed: TypedTempo
  readonly onTyped: (typed: TypedTempo) => void
  /** Whether to say what is wrong. */
  readonly isAsked: boolean
  /** Below the beats per minute, if they may be empty. */
  readonly help?: string | undefined
}

/** Beats per minute, beats in a bar, and where bar 1 begins. */
export function TempoFields({ typed, onTyped, isAsked, help }: TempoFieldsProps) {
  const tempo = tempoOfTyped(typed)
  const mayBeEmpty = help !== undefined && typed.beatsPerMinute.trim() === ''
  const wrong = (field: keyof TrackTempo, error: string) =>
    isAsked && !isTidyTempo({ ...plain, [field]: tempo[field] }) ? { error } : {}
  return (
    <>
      <TextField
        label={strings.bpm}
        inputMode="decimal"
        value={typed.beatsPerMinute}
        help={help}
        onChange={(event) => onTyped({ ...typed, beatsPerMinute: event.target.value })}
        {...(!mayBeEmpty && wrong('beatsPerMinute', strings.bpmWrong))}
        data-autofocus
      />
      <TextField
        label={strings.beatsPerBar}
        inputMode="numeric"
        value={typed.beatsPerBar}
        onChange={(event) => onTyped({ ...typed, beatsPerBar: event.target.value })}
        {...wrong('beatsPerBar', strings.beatsWrong)}
      />
      <TextField
        label={strings.offset}
        inputMode="decimal"
        value={typed.offset}
        onChange={(event) => onTyped({ ...typed, offset: event.target.value })}
        {...wrong('offset', strings.offsetWrong)}
      />
    </>
  )
}
