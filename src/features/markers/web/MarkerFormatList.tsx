import { useId } from 'react'
import { markerFormats, type MarkerFormat } from '../marker-formats.ts'
import { markerStrings as strings } from './markers.strings.ts'
import styles from './MarkerFormatList.module.css'

interface MarkerFormatListProps {
  readonly format: MarkerFormat
  readonly onFormat: (format: MarkerFormat) => void
  /** Why WAV is not available, as text. */
  readonly noWav: string | undefined
}

/** Radio buttons with a hint on what each format is for. */
export function MarkerFormatList({ format, onFormat, noWav }: MarkerFormatListProps) {
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{strings.format}</legend>
      {markerFormats.map((one) => {
        const [title, about] = strings.formats[one]
        const trouble = one === 'wav' ? noWav : undefined
        return (
          <label key={one} className={styles.format}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === format}
              disabled={trouble !== undefined}
              className={styles.input}
              aria-describedby={`${name}-${one}`}
              onChange={() => onFormat(one)}
              aria-label={title}
            />
            <span className={styles.dot} aria-hidden />
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span id={`${name}-${one}`} className={styles.about}>
                {trouble ?? about}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
