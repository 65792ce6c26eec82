import { Lock, Pin } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { Track } from '../../tracks.contract.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './VersionStanding.module.css'

/** Whether this version is the current one, and why. */
export function VersionStanding({
  track: { currentVersionId, pinned, final },
  versionId,
}: {
  readonly track: Track
  readonly versionId: string
}) {
  if (currentVersionId !== versionId) return null
  const icon = final ? Lock : pinned ? Pin : undefined
  return (
    <span className={styles.standing}>
      {icon && <Icon of={icon} size={12} />}
      {final ? trackStrings.final : pinned ? trackStrings.pinned : trackStrings.current}
    </span>
  )
}
