import type { LivePerson, Present } from '#shared/live-people.ts'
import { text } from '#web/i18n/text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import styles from './Presence.module.css'
import { presenceStrings, presentWords } from './presence.strings.ts'
import { useOthersIn, usePeople } from './use-people-here.ts'

interface PresentFacesProps {
  readonly projectId: string
  /** People on this track are listed first. */
  readonly trackId: string
  readonly look: (person: LivePerson) => AvatarPerson
}

const most = 4

/** Faces in the top bar: who else is here; a dot marks those on this track. */
export function PresentFaces({ projectId, trackId, look }: PresentFacesProps) {
  const people = usePeople()
  const others = useOthersIn(projectId)
  if (others.length === 0) return null
  const isNear = ({ place }: Present) => Number(place.trackId === trackId)
  const sorted = others.toSorted((a, b) => isNear(b) - isNear(a))
  return (
    <div className={styles.faces}>
      <ul className={styles.stack} aria-label={presenceStrings.others}>
        {sorted.slice(0, most).map((present) => {
          const label = presentWords(present, trackId, people?.clock.serverTime() ?? present.at)
          return (
            <li key={present.person.id} title={label} className={styles.face}>
              <Avatar person={{ ...look(present.person), live: isNear(present) === 1 }} decorative />
              <VisuallyHidden>{label}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
      <span className={styles.count}>{text(presenceStrings.here, { count: others.length })}</span>
    </div>
  )
}
