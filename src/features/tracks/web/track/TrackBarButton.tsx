import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './TrackBarButton.module.css'

interface TrackBarButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly title?: string
  readonly disabled?: boolean
  /** Gone where there is no room for it; a menu has it as well. */
  readonly isDispensable?: boolean
  readonly onClick: () => void
}

/** In the top bar of a track: with its words while there is room for them. */
export function TrackBarButton({ label, isDispensable = false, ...rest }: TrackBarButtonProps) {
  return (
    <Button {...rest} className={classNames(styles.button, isDispensable && styles.dispensable)}>
      <span className={styles.words}>{label}</span>
    </Button>
  )
}
