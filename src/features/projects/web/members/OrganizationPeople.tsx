import { Building2 } from 'lucide-react'
import type { ProjectPerson } from '#features/projects/projects.contract.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { memberStrings } from './members.strings.ts'
import styles from './Members.module.css'

/** People with access through the organization who are not members. Renders nothing if there are none. */
export function OrganizationPeople({
  people,
  myId,
}: {
  readonly people: readonly ProjectPerson[]
  readonly myId: string
}) {
  const others = people.filter(({ isMember }) => !isMember)
  if (others.length === 0) return null
  return (
    <section className={styles.section} aria-label={memberStrings.byOrganization}>
      <header className={styles.head}>
        <div>
          <h2>{memberStrings.byOrganization}</h2>
          <p className={styles.meta}>{memberStrings.byOrganizationWords}</p>
        </div>
      </header>
      <ul className={styles.list} aria-label={memberStrings.byOrganization}>
        {others.map((one) => (
          <PersonRow key={one.person.id} {...one} me={one.person.id === myId} />
        ))}
      </ul>
    </section>
  )
}

function PersonRow({
  person: { name, username, image },
  role,
  mayDownload,
  me,
}: ProjectPerson & { readonly me: boolean }) {
  return (
    <li className={styles.row}>
      <Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />
      <span className={styles.who}>
        <span className={styles.name}>
          {name}
          {me && <span className={styles.you}> ({memberStrings.you})</span>}
        </span>
        <span className={styles.meta}>
          {username !== null && <>@{username} · </>}
          <Chip icon={Building2}>{memberStrings.organizationMember}</Chip>
        </span>
      </span>
      <span className={styles.rights}>
        <span className={styles.download}>
          <span className={styles.meta}>{mayDownload ? memberStrings.mayDownload : memberStrings.mayNotDownload}</span>
        </span>
        <span className={styles.role}>
          <span title={memberStrings.roleWords[role]}>{memberStrings.roleNames[role]}</span>
        </span>
      </span>
      <span className={styles.more} />
    </li>
  )
}
