import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { Select } from '#web/ui/form/Select.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { bitDepthOptions, sampleRateOptions, type TypedTargets } from './typed-targets.ts'
import { targetStrings as strings } from './targets.strings.ts'
import styles from './ProjectForms.module.css'

interface TargetsFieldsProps {
  readonly value: TypedTargets
  /** The present ones, which may be none of the usual. */
  readonly stored: DeliveryTargets
  readonly readOnly: boolean
  readonly onChange: (part: Partial<TypedTargets>) => void
}

/** Loudness, true peak, format, and silence at both ends. */
export function TargetsFields({ value, stored, readOnly, onChange }: TargetsFieldsProps) {
  const level = (name: keyof TypedTargets, label: string, unit: string, limits: { min: number; max: number }) => (
    <TextField
      type="number"
      inputMode="decimal"
      step="any"
      label={label}
      value={value[name]}
      readOnly={readOnly}
      placeholder={strings.any}
      after={<span className={styles.dim}>{unit}</span>}
      {...limits}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <div className={styles.pair}>
      {level('loudness', strings.loudness, 'LUFS', { min: -60, max: 0 })}
      {level('truePeak', strings.truePeak, 'dBTP', { min: -20, max: 0 })}
      <Select
        label={strings.sampleRate}
        options={sampleRateOptions(stored.sampleRate)}
        value={value.sampleRate}
        disabled={readOnly}
        onValueChange={(sampleRate) => onChange({ sampleRate })}
      />
      <Select
        label={strings.bitDepth}
        options={bitDepthOptions(stored.bitDepth)}
        value={value.bitDepth}
        disabled={readOnly}
        onValueChange={(bitDepth) => onChange({ bitDepth })}
      />
      {level('headSeconds', strings.head, 's', { min: 0, max: 60 })}
      {level('tailSeconds', strings.tail, 's', { min: 0, max: 60 })}
    </div>
  )
}
