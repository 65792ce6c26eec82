import type { LivePerson } from '#shared/live-people.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import styles from './Presence.module.css'
import { presenceStrings, presentWords } from './presence.strings.ts'
import { useOthersIn, usePeople } from './use-people-here.ts'

interface TrackFacesProps {
  readonly projectId: string
  readonly trackId: string
  readonly look: (person: LivePerson) => AvatarPerson
}

const most = 3

/** Faces in a track's row: who else is on it. */
export function TrackFaces({ projectId, trackId, look }: TrackFacesProps) {
  const people = usePeople()
  const others = useOthersIn(projectId).filter(({ place }) => place.trackId === trackId)
  if (others.length === 0) return null
  return (
    <ul className={styles.rowFaces} aria-label={presenceStrings.onTrack}>
      {others.slice(0, most).map((present) => {
        const label = presentWords(present, trackId, people?.clock.serverTime() ?? present.at)
        return (
          <li key={present.person.id} title={label} className={styles.face}>
            <Avatar person={{ ...look(present.person), live: present.place.isPlaying }} size="small" decorative />
            <VisuallyHidden>{label}</VisuallyHidden>
          </li>
        )
      })}
      {others.length > most && <li className={styles.count}>+{others.length - most}</li>}
    </ul>
  )
}
