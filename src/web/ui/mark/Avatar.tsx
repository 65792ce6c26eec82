import { text } from '#web/i18n/text.ts'
import { authorToken, type AuthorColour } from './author-colour.ts'
import { classNames } from '../class-names.ts'
import { initials } from './initials.ts'
import { frameStrings } from '../frame/frame.strings.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Avatar.module.css'

export interface AvatarPerson {
  readonly name: string
  readonly colour: AuthorColour
  readonly imageUrl?: string | null
  /** Guests are rounded squares, members circles. */
  readonly guest?: boolean
  /** Present now. */
  readonly live?: boolean
}

interface AvatarProps {
  readonly person: AvatarPerson
  /** 20, 24 or 32 px. */
  readonly size?: 'small' | 'medium' | 'large'
  /** The name is beside it, so it is not read aloud twice. */
  readonly decorative?: boolean
}

export function Avatar({ person, size = 'medium', decorative = false }: AvatarProps) {
  const name = spokenName(person)
  return (
    <span
      className={classNames(styles.avatar, styles[size], person.guest && styles.guest)}
      style={{ backgroundColor: authorToken(person.colour) }}
      {...(decorative ? { 'aria-hidden': true } : { title: name })}
    >
      {!decorative && <VisuallyHidden>{name}</VisuallyHidden>}
      {isOurs(person.imageUrl) ? (
        <img className={styles.image} src={person.imageUrl} alt="" draggable={false} />
      ) : (
        <span aria-hidden>{initials(person.name)}</span>
      )}
      {person.live && <span className={styles.live} />}
    </span>
  )
}

interface AvatarStackProps {
  readonly people: readonly AvatarPerson[]
  /** How many avatars before "+4". */
  readonly most?: number
}

/** The people in one line. */
export function AvatarStack({ people, most = 4 }: AvatarStackProps) {
  const shown = people.length > most ? people.slice(0, most) : people
  const rest = people.slice(shown.length)
  return (
    <ul className={styles.stack}>
      {shown.map((person, index) => (
        <li key={`${person.name}-${index}`}>
          <Avatar person={person} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <span
            className={classNames(styles.avatar, styles.medium, styles.more)}
            title={rest.map(({ name }) => name).join('\n')}
          >
            <VisuallyHidden>{text(frameStrings.morePeople, { count: rest.length })}</VisuallyHidden>
            <span aria-hidden>+{rest.length}</span>
          </span>
        </li>
      )}
    </ul>
  )
}

/** A picture on another site is not loaded: the request would tell that site who looks at whom. */
function isOurs(imageUrl: string | null | undefined): imageUrl is string {
  return typeof imageUrl === 'string' && /^(data:image\/|blob:|\/(?!\/))/.test(imageUrl)
}

function spokenName({ name, guest, live }: AvatarPerson): string {
  if (guest && live) return text(frameStrings.onlineGuest, { name })
  if (live) return text(frameStrings.online, { name })
  return guest ? text(frameStrings.guest, { name }) : name
}
