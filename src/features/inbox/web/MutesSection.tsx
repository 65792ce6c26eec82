import { text } from '#web/i18n/text.ts'
import { Select } from '#web/ui/Select.tsx'
import type { InboxSettings } from '../inbox.contract.ts'
import { muteLevels } from '../notification-kinds.ts'
import { muteStrings } from './mute.strings.ts'
import { settingsWords as words } from './notification-settings.strings.ts'
import { useMute } from './use-mute-entries.ts'
import styles from './Notifications.module.css'

const options = muteLevels.map((value) => ({ value, label: muteStrings.levels[value] }))

/** Projects of which less reaches one, and the way back. */
export function MutesSection({ mutes }: Pick<InboxSettings, 'mutes'>) {
  const mute = useMute()
  return (
    <section className={styles.section}>
      <h2>{words.mutedHeading}</h2>
      {mutes.length === 0 && <p className={styles.dim}>{words.mutedNone}</p>}
      <ul>
        {mutes.map(({ projectId, projectName, level }) => (
          <li key={projectId} className={styles.mute}>
            <span className={styles.name}>{projectName}</span>
            <Select
              label={text(words.levelOf, { project: projectName })}
              labelHidden
              options={options}
              value={level}
              onValueChange={(next) => mute({ project: { id: projectId, name: projectName }, level: next })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
