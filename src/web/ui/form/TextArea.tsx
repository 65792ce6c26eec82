import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldWords } from './Field.tsx'
import styles from './Field.module.css'

export interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, 'id'> {}

/** Grows with its text, up to two fifths of the window. */
export function TextArea({ label, labelHidden, labelAside, help, error, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, labelHidden, labelAside, help, error }}>
      {(ties) => (
        <div className={classNames(styles.box, styles.areaBox, className)}>
          <textarea {...area} {...ties} className={classNames(styles.control, styles.area)} />
        </div>
      )}
    </Field>
  )
}
