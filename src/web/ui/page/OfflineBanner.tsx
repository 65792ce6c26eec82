import { WifiOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../mark/Icon.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import { useOnline } from './use-online.ts'
import styles from './OfflineBanner.module.css'

interface OfflineBannerProps {
  /** Overrides the browser's own opinion, for example from the live connection. */
  readonly offline?: boolean
  readonly icon?: LucideIcon
  readonly children?: ReactNode
}

/** Says that the connection is lost and what that means; renders nothing while connected. */
export function OfflineBanner({ offline, icon = WifiOff, children }: OfflineBannerProps) {
  const online = useOnline()
  const shown = offline ?? !online
  return (
    <output>
      {shown && (
        <span className={styles.banner}>
          <Icon of={icon} size={14} className={styles.icon} />
          {children ?? frameStrings.offline}
        </span>
      )}
    </output>
  )
}
