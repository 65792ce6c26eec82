import { ChevronDown } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { TrackStatus } from '#web/ui/mark/TrackStatus.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import type { TrackStatus as Status } from '../../track-statuses.ts'
import type { Track } from '../../tracks.contract.ts'
import styles from './StatusMenu.module.css'
import { statusEntries } from './track-entries.ts'
import { trackStrings } from '../tracks.strings.ts'

interface StatusMenuProps {
  readonly track: Track
  /** Undefined for people who may only read. */
  readonly onStatus: ((status: Status) => void) | undefined
  /** Shows the chevron only on hover, for long lists. */
  readonly quiet?: boolean
}

export function StatusMenu({ track: { title, status }, onStatus, quiet = false }: StatusMenuProps) {
  if (!onStatus) return <TrackStatus status={status} />
  return (
    <Menu entries={statusEntries(status, onStatus)}>
      <button
        type="button"
        className={styles.button}
        data-quiet={quiet}
        aria-label={text(trackStrings.statusOf, { title, status: stateStrings[status] })}
      >
        <TrackStatus status={status} />
        <Icon of={ChevronDown} size={14} className={styles.chevron} />
      </button>
    </Menu>
  )
}
