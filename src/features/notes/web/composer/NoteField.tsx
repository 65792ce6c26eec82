import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { meQuery } from '#features/account/web/account.client.ts'
import { foldText } from '#shared/fold-text.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { replaceIn } from '#web/ui/menu/text-field-edit.ts'
import { byName } from '../../note-mentions.ts'
import styles from './NoteField.module.css'
import { noteStrings } from '../notes.strings.ts'

interface NoteFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly members: readonly Membership[]
  /** Focuses the field while it is above zero, and each time it grows. */
  readonly calls?: number
  /** Called after the field took the focus. */
  readonly onCalled?: () => void
  readonly onChange: (value: string) => void
  readonly onSend: () => void
  readonly onLeave: () => void
  /** By pointer. */
  readonly onPress?: (() => void) | undefined
}

/** The text field of a note. ⌘ or Ctrl with Enter sends, Escape leaves, and @ offers the project's people. */
export function NoteField({
  label,
  placeholder,
  value,
  members,
  calls = 0,
  onCalled,
  onChange,
  onSend,
  onLeave,
  onPress,
}: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const listId = useId()
  const [asked, setAsked] = useState<MentionQuestion | null>(null)
  const [pointed, setPointed] = useState(0)
  const hasPicked = useRef(false)
  const offered = asked ? peopleLike(members, asked.letters, me?.id) : []
  const option = (index: number) => `${listId}-${index}`

  useEffect(() => {
    if (calls === 0) return
    if (field.current && document.activeElement !== field.current) {
      field.current.focus()
      // After words that are there already.
      field.current.setSelectionRange(field.current.value.length, field.current.value.length)
    }
    onCalled?.()
  }, [calls, onCalled])

  const ask = () => {
    const { selectionStart = 0, value: words = '' } = field.current ?? {}
    setAsked(mentionQuestion(words.slice(0, selectionStart)))
    setPointed(0)
  }
  const take = (member: Membership | undefined) => {
    if (!member || !asked || !field.current) return
    // Before a space that is there already, another one would be too much.
    const isSpaced = /^\s/.test(field.current.value.slice(field.current.selectionEnd))
    replaceIn(field.current, asked.from, `@${member.person.name}${isSpaced ? '' : ' '}`)
    hasPicked.current = !isSpaced
    setAsked(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The space after a name is there already.
    if (event.key === ' ' && hasPicked.current) event.preventDefault()
    hasPicked.current = false
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      return onSend()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return offered.length > 0 ? setAsked(null) : onLeave()
    }
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPointed((pointed + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[pointed]?.member)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.field}>
      {/* Only one note or reply is written at a time, so the id is unique. */}
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={10_000}
        className={styles.area}
        aria-autocomplete="list"
        {...(offered.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': option(pointed) })}
        onClick={onPress}
        onChange={(event) => {
          onChange(event.target.value)
          ask()
        }}
        onSelect={ask}
        onBlur={() => setAsked(null)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label={noteStrings.people} className={styles.people}>
          {offered.map(({ member, count }, index) => (
            // The field handles the keys and keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={member.person.id}
              id={option(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === pointed}
              className={styles.person}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
            >
              <Avatar
                person={{
                  name: member.person.name,
                  imageUrl: member.person.image,
                  colour: memberColour(member.joinOrder),
                }}
                size="small"
                decorative
              />
              {member.person.name}
              {count > 1 && <span className={styles.namesakes}>{text(noteStrings.namesakes, { count })}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface MentionQuestion {
  /** Index of the @. */
  readonly from: number
  readonly letters: string
}

/** The mention being typed: an @ at the start of a word, and the letters after it. */
function mentionQuestion(before: string): MentionQuestion | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'’.-]{0,40})$/u.exec(before)
  return found ? { from: before.length - (found[1]?.length ?? 0) - 1, letters: found[1] ?? '' } : null
}

interface Offered {
  readonly member: Membership
  /** How many people have this name: the mention means all of them. */
  readonly count: number
}

/** Nobody mentions themselves. */
function peopleLike(members: readonly Membership[], letters: string, myId: string | undefined): readonly Offered[] {
  const wanted = foldText(letters)
  const found = new Set(
    members.filter(
      ({ person: { id, name, username } }) =>
        id !== myId && [...name.split(/\s+/u), username ?? ''].some((word) => foldText(word).startsWith(wanted)),
    ),
  )
  return [...byName(members, ({ person }) => person.name).values()]
    .flatMap((namesakes) => {
      const member = namesakes.find((one) => found.has(one))
      return member ? { member, count: namesakes.length } : []
    })
    .slice(0, 6)
}
