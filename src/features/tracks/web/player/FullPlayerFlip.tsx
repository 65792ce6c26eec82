import { ChevronsUpDown } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import styles from './FullPlayer.module.css'
import { playerStrings as strings } from './player.strings.ts'

export interface FlipVersion {
  readonly id: string
  readonly number: number
  /** Beside the number: `newest`, or a day. */
  readonly words: string
  readonly label: string
}

export interface VersionFlips {
  /** Newest first. */
  readonly versions: readonly FlipVersion[]
  readonly presentId: string
  /** The one that is a press away. */
  readonly otherId: string
  readonly onChoose: (id: string) => void
}

interface FullPlayerFlipProps extends VersionFlips {
  readonly title: string
}

/** Two versions to flip between, and all others in a menu. */
export function FullPlayerFlip({ versions, presentId, otherId, onChoose, title }: FullPlayerFlipProps) {
  return (
    <div className={styles.versions} data-more={versions.length > 2 || undefined}>
      <div className={styles.flip} role="group" aria-label={strings.flipVersions}>
        {versions
          .filter(({ id }) => id === presentId || id === otherId)
          .map(({ id, number, words }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === presentId}
              onClick={() => id !== presentId && onChoose(id)}
            >
              <b>v{number}</b> <span>{words}</span>
            </button>
          ))}
      </div>
      {versions.length > 2 && (
        <Menu
          align="end"
          entries={[
            {
              kind: 'choice',
              value: presentId,
              options: versions.map(({ id, number, label, words }) => ({
                value: id,
                label: [`v${number}`, label, words].filter(Boolean).join(' · '),
              })),
              onValueChange: onChoose,
            },
          ]}
        >
          <IconButton icon={ChevronsUpDown} className={styles.button} label={text(strings.chooseVersion, { title })} />
        </Menu>
      )}
    </div>
  )
}
