import { BadgeCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './ProofBadge.module.css'

interface ProofBadgeProps {
  /** Whether what is heard has the original's samples. */
  readonly bitTrue: boolean
  /** Says what is heard: "Original 24/48 · bit-true", "Resampled from 44.1 · not bit-true". */
  readonly children: ReactNode
}

export function ProofBadge({ bitTrue, children }: ProofBadgeProps) {
  return (
    <span className={classNames(styles.badge, !bitTrue && styles.altered)}>
      <Icon of={bitTrue ? BadgeCheck : TriangleAlert} size={14} />
      {children}
    </span>
  )
}
