import { Mail, MailOpen } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { locale } from '#web/i18n/locale.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { presentKeyMap } from '#web/ui/keys/page-keys.ts'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { inboxLine, inboxPath } from '../inbox-line.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { inboxNames } from '../inbox.strings.ts'
import styles from './Inbox.module.css'
import { inboxKeyAction } from './inbox-keys.ts'
import { inboxStrings } from './inbox-page.strings.ts'

interface InboxRowProps {
  readonly item: InboxItem
  readonly onRead: (item: InboxItem, read: boolean) => void
  /** Focuses the line before or after. */
  readonly onMove: (item: InboxItem, by: 1 | -1) => void
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })

/** A line of the inbox; handles keys while focused. */
export function InboxRow({ item, onRead, onMove }: InboxRowProps) {
  const link = useRef<HTMLSpanElement>(null)
  const { id, actor, at, readAt, excerpt } = item
  const isRead = readAt !== null
  const line = inboxLine(item)
  const toggle = () => onRead(item, !isRead)
  const toggleWords = isRead ? inboxStrings.markUnread : inboxStrings.markRead
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget) return
    const action = inboxKeyAction(event, presentKeyMap())
    if (!action) return
    event.preventDefault()
    if (action === 'toggle') toggle()
    else if (action === 'open') link.current?.querySelector('a')?.click()
    else onMove(item, action === 'next' ? 1 : -1)
  }
  return (
    <ContextMenu
      entries={[
        { kind: 'link', label: inboxStrings.open, href: inboxPath(item) },
        { kind: 'action', label: toggleWords, icon: isRead ? Mail : MailOpen, onSelect: toggle },
      ]}
    >
      {/* A line is one tab stop of the list: focused, it handles keys like a row of a grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <li
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-notice={id}
        data-unread={!isRead}
        aria-label={`${isRead ? '' : inboxStrings.isUnread}${line.map(({ text }) => text).join('')}`}
        className={styles.row}
        onKeyDown={onKeyDown}
      >
        <span className={styles.dot} aria-hidden />
        <span className={styles.face}>
          {actor ? <Avatar person={personOf(actor)} size="large" decorative /> : <Logo size={32} />}
        </span>
        <span ref={link} className={styles.words}>
          <UiLink href={inboxPath(item)} className={styles.line} onClick={() => onRead(item, true)}>
            {!isRead && <VisuallyHidden>{inboxStrings.isUnread}</VisuallyHidden>}
            {line.map((part, index) => (part.name ? <strong key={index}>{part.text}</strong> : part.text))}
          </UiLink>
          {excerpt !== null && <span className={styles.excerpt}>{excerpt}</span>}
        </span>
        <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {clock.format(at)}
        </time>
        <IconButton
          icon={isRead ? Mail : MailOpen}
          size="small"
          label={toggleWords}
          onClick={toggle}
          className={styles.toggle}
        />
      </li>
    </ContextMenu>
  )
}

function personOf({ id, name, image, joinOrder, isGuest }: NonNullable<InboxItem['actor']>): AvatarPerson {
  const known = name ?? inboxNames.someone
  return joinOrder === null
    ? { ...outsidePerson(id, known, isGuest), imageUrl: image }
    : { name: known, imageUrl: image, colour: memberColour(joinOrder) }
}
