import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { type Heard, listening } from '#web/player/listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { TrackVersion } from '../../tracks.contract.ts'
import { projectDetailsQuery } from '../tracks.client.ts'
import { heardOf } from '../versions/version-sound.ts'
import styles from './FullPlayer.module.css'
import { playerStrings as strings } from './player.strings.ts'

interface PlayableVersion {
  readonly version: TrackVersion
  readonly heard: Heard
}

/** The version that plays and the one before it, to flip between them in place, and all others in a menu. */
export function FullPlayerVersions({ heard }: { readonly heard: Heard }) {
  const versions = useVersions(heard)
  const [left, setLeft] = useState<string>()
  const [newest, second] = versions
  const present = versions.find(({ version }) => version.id === heard.versionId)
  const other =
    versions.find(({ version }) => version.id === left && version.id !== heard.versionId) ??
    (present === newest ? second : newest)
  if (!present || !other) return null
  const hear = (wanted: PlayableVersion) => {
    if (wanted === present) return
    setLeft(present.version.id)
    const { player, queue } = listening.state()
    listening.hear(wanted.heard, {
      at: listening.position(),
      play: player?.snapshot().wantsToPlay ?? false,
      queue: queue.map((one) => (one.trackId === heard.trackId ? wanted.heard : one)),
    })
  }
  const wordsOf = (one: PlayableVersion) => (one === newest ? strings.newest : formatPastDay(one.version.createdAt))
  const pair = [present, other].toSorted((one, two) => versions.indexOf(one) - versions.indexOf(two))
  return (
    <div className={styles.versions} data-more={versions.length > 2 || undefined}>
      <div className={styles.flip} role="group" aria-label={strings.flipVersions}>
        {pair.map((one) => (
          <button
            key={one.version.id}
            type="button"
            aria-pressed={one === present}
            aria-label={`v${one.version.number}, ${wordsOf(one)}`}
            onClick={() => hear(one)}
          >
            <b>v{one.version.number}</b>
            <span>{wordsOf(one)}</span>
          </button>
        ))}
      </div>
      {versions.length > 2 && (
        <Menu
          align="end"
          entries={[
            {
              kind: 'choice',
              value: present.version.id,
              options: versions.map((one) => ({
                value: one.version.id,
                label: [`v${one.version.number}`, one.version.label, wordsOf(one)].filter(Boolean).join(' · '),
              })),
              onValueChange: (id) => {
                const wanted = versions.find(({ version }) => version.id === id)
                if (wanted) hear(wanted)
              },
            },
          ]}
        >
          <IconButton
            icon={ChevronsUpDown}
            className={styles.button}
            label={text(strings.chooseVersion, { title: heard.trackTitle })}
          />
        </Menu>
      )}
    </div>
  )
}

const none: readonly PlayableVersion[] = []

/** What plays of the track, newest first; nothing for guests, in a comparison and in a blind test. */
function useVersions({ projectId, trackId, isShared, isVeiled, compared }: Heard): readonly PlayableVersion[] {
  const isOff = isShared === true || isVeiled === true || compared !== undefined
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId), enabled: !isOff })
  const track = project?.tracks.find(({ id }) => id === trackId)
  if (isOff || !project || !track) return none
  return project.trackVersions.flatMap((version) => {
    const heard = version.trackId === trackId && version.guestName === null && heardOf(project, track, version)
    return heard ? [{ version, heard }] : []
  })
}
