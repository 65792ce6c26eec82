import { Ellipsis, ListFilter, LocateFixed, Search } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { FilterChip } from '#web/ui/Chip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { keptChoice } from '#web/ui/kept-choice.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { inList, noteLists } from '../note-order.ts'
import { noteStrings } from './notes.strings.ts'
import type { NoteDesk } from './use-note-desk.ts'
import styles from './NoteTools.module.css'

/** Whether the list goes along with the music, on every track. */
export const followNotes = keptChoice('roughmix.follow-notes', ['on', 'off'], 'off')

interface NoteToolsProps {
  readonly desk: NoteDesk
  readonly isFollowing: boolean
}

/** Which notes are shown: by state, by who wrote them, by their words. */
export function NoteTools({ desk, isFollowing }: NoteToolsProps) {
  const { placed, list, filter, project, myId, showList, setFilter } = desk
  const [isSearching, setSearching] = useState(false)
  const people = [{ value: 'anybody', label: noteStrings.anybody }, { value: myId, label: noteStrings.mine }, ...project.members.filter(({ person }) => person.id !== myId).map(({ person }) => ({ value: person.id, label: person.name }))]
  const author = people.find(({ value }) => value === filter.author)?.label ?? noteStrings.anybody
  const endSearch = () => {
    setSearching(false)
    setFilter({ find: '' })
  }
  return (
    <div className={styles.tools}>
      <div role="group" aria-label={noteStrings.list} className={styles.lists}>
        {noteLists.map((one) => (
          <button key={one} type="button" aria-pressed={list === one} className={styles.list} onClick={() => showList(one)}>
            {noteStrings.lists[one]}<span className={styles.count}>{placed.filter((note) => inList(one, note)).length}</span>
          </button>
        ))}
      </div>
      <span className={styles.gap} />
      <IconButton icon={Search} size="small" label={isSearching ? noteStrings.findOff : noteStrings.find} pressed={isSearching} onClick={() => (isSearching ? endSearch() : setSearching(true))} />
      <Menu align="end" entries={[{ kind: 'heading', label: noteStrings.author }, { kind: 'choice', value: filter.author, options: people, onValueChange: (value) => setFilter({ author: value }) }]}>
        <IconButton icon={ListFilter} size="small" label={noteStrings.filter} />
      </Menu>
      <IconButton icon={LocateFixed} size="small" label={noteStrings.follow} pressed={isFollowing} onClick={() => followNotes.set(isFollowing ? 'off' : 'on')} />
      <Menu align="end" entries={desk.entries}><IconButton icon={Ellipsis} size="small" label={noteStrings.more} /></Menu>
      {/* Asked for by the press just before. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      {isSearching && <SearchField label={noteStrings.find} value={filter.find} onValueChange={(find) => setFilter({ find })} className={styles.find} autoFocus />}
      {filter.author !== 'anybody' && <span className={styles.chips}><FilterChip label={text('{label}: {author}', { label: noteStrings.author, author })} onRemove={() => setFilter({ author: 'anybody' })} /></span>}
    </div>
  )
}
