import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './TrackBarButton.module.css'

interface TrackBarButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly title?: string
  readonly disabled?: boolean
  /** Hidden if there is no space; a menu has it as well. */
  readonly isDispensable?: boolean
  readonly onClick: () => void
}

/** A button in a track's top bar, with its label if there is space. */
export function TrackBarButton({ label, isDispensable = false, ...rest }: TrackBarButtonProps) {
  return (
    <Button {...rest} className={classNames(styles.button, isDispensable && styles.dispensable)}>
      <span className={styles.words}>{label}</span>
    </Button>
  )
}
