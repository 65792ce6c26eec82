import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './Card.module.css'

interface CardProps extends ComponentProps<'section'> {
  /** Rows inside bring their own padding. */
  readonly flush?: boolean
}

/** A ground of its own, with a hairline and no shadow. Give it an `aria-label` where no heading names it. */
export function Card({ flush = false, className, ...section }: CardProps) {
  return <section {...section} className={classNames(styles.card, flush && styles.flush, className)} />
}
