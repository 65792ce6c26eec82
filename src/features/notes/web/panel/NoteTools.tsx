import { Ellipsis, CheckCheck, ListFilter, LocateFixed, Search } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { noteLists } from '../../note-order.ts'
import { noteFilterEntries, noteFilterChips } from './note-filters.ts'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import styles from './NoteTools.module.css'

/** Whether the list follows playback, on every track. */
export const followNotes = keptChoice('roughmix.follow-notes', ['on', 'off'], 'off')

interface NoteToolsProps {
  readonly model: NotesModel
  readonly isFollowing: boolean
  /** Starts or stops following playback. */
  readonly onFollow: (follows: boolean) => void
  /** More actions on all notes. */
  readonly more: readonly MenuEntry[]
}

/** Filter and order of the notes; active filters show below as removable chips. */
export function NoteTools({ model, isFollowing, onFollow, more }: NoteToolsProps) {
  const { facets, list, filter, seen, showList, setFilter } = model
  // An active filter is always visible.
  const [isSearching, setSearching] = useState(filter.find !== '')
  const [isAskedFor, setAskedFor] = useState(false)
  const chips = noteFilterChips(model)
  const search = () => {
    setAskedFor(true)
    setSearching(true)
  }
  const endSearch = () => {
    setSearching(false)
    setFilter({ find: '' })
  }
  return (
    <div className={styles.tools}>
      <div role="group" aria-label={noteStrings.list} className={styles.lists}>
        {noteLists.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={list === one}
            className={styles.list}
            onClick={() => showList(one)}
          >
            {noteStrings.lists[one]}
            <span className={styles.count}>{facets.counts[one]}</span>
          </button>
        ))}
      </div>
      <span className={styles.icons}>
        <IconButton
          icon={Search}
          size="small"
          label={isSearching ? noteStrings.findOff : noteStrings.find}
          pressed={isSearching}
          onClick={() => (isSearching ? endSearch() : search())}
        />
        <Menu align="end" entries={noteFilterEntries(model)}>
          <IconButton icon={ListFilter} size="small" label={noteStrings.filter} />
        </Menu>
        <IconButton
          icon={LocateFixed}
          size="small"
          label={noteStrings.follow}
          pressed={isFollowing}
          onClick={() => onFollow(!isFollowing)}
        />
        <Menu align="end" entries={[...model.entries, ...more]}>
          <IconButton icon={Ellipsis} size="small" label={noteStrings.more} />
        </Menu>
      </span>
      {isSearching && (
        <SearchField
          label={noteStrings.find}
          value={filter.find}
          onValueChange={(find) => setFilter({ find })}
          className={styles.find}
          // The user's press has just opened the field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isAskedFor}
        />
      )}
      {(chips.length > 0 || seen.unreadCount > 0) && (
        <span className={styles.chips}>
          {seen.unreadCount > 0 && !filter.unread && (
            <button type="button" className={styles.unread} onClick={() => setFilter({ unread: true })}>
              {text(noteStrings.unreadCount, { count: seen.unreadCount })}
            </button>
          )}
          {chips.map(({ label, without }) => (
            <FilterChip key={label} label={label} onRemove={() => setFilter(without)} />
          ))}
          {seen.unreadCount > 0 && (
            <IconButton icon={CheckCheck} size="small" label={noteStrings.readAll} onClick={seen.readAll} />
          )}
        </span>
      )}
    </div>
  )
}
