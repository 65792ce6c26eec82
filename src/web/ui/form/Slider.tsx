import type { ComponentProps, CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Slider.module.css'

interface SliderProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'onChange' | 'min' | 'max' | 'aria-label'
> {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  /** The value as text, read aloud: "−4.0 dB". */
  readonly valueText?: string
  readonly onValueChange: (value: number) => void
}

/** For volume and similar values. A native range input, with arrow keys, Page keys, Home and End. */
export function Slider({
  label,
  value,
  min = 0,
  max = 1,
  step = 'any',
  valueText,
  onValueChange,
  className,
  ...input
}: SliderProps) {
  const share = max > min ? (value - min) / (max - min) : 0
  // A custom property, which React's types do not know.
  const style = { '--share': `${Math.min(1, Math.max(0, share)) * 100}%` } as CSSProperties
  return (
    <input
      {...input}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      style={style}
      className={classNames(styles.slider, className)}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
    />
  )
}
