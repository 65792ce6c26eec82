import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { noteSorts, type NoteFilter } from '../../note-order.ts'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** Filters and orders, for the menu. */
export function noteFilterEntries(model: NotesModel): readonly MenuEntry[] {
  const { filter, sort, setFilter, setSort } = model
  const { people, parts, versions } = optionsOf(model)
  const chosen = (value: string) => (value === '' ? undefined : value)
  return [
    { kind: 'heading', label: noteStrings.sort },
    {
      kind: 'choice',
      value: sort,
      options: noteSorts.map((one) => ({ value: one, label: noteStrings.sorts[one] })),
      onValueChange: (value) => setSort(noteSorts.find((one) => one === value) ?? 'time'),
    },
    { kind: 'separator' },
    {
      kind: 'toggle',
      label: noteStrings.unread,
      checked: filter.unread,
      onCheckedChange: (unread) => setFilter({ unread }),
    },
    {
      kind: 'submenu',
      label: noteStrings.author,
      entries: [
        { kind: 'choice', value: filter.author, options: people, onValueChange: (author) => setFilter({ author }) },
      ],
    },
    parts.length > 1 && {
      kind: 'submenu',
      label: noteStrings.part,
      entries: [
        {
          kind: 'choice',
          value: filter.part ?? '',
          options: parts,
          onValueChange: (part) => setFilter({ part: chosen(part) }),
        },
      ],
    },
    versions.length > 2 && {
      kind: 'submenu',
      label: noteStrings.version,
      entries: [
        {
          kind: 'choice',
          value: filter.versionId ?? '',
          options: versions,
          onValueChange: (versionId) => setFilter({ versionId: chosen(versionId) }),
        },
      ],
    },
  ]
}

interface FilterOn {
  readonly label: string
  readonly without: Partial<NoteFilter>
}

/** The active filters as text; the search has its own field. */
export function noteFilterChips(model: NotesModel): readonly FilterOn[] {
  const { author, part, versionId, unread } = model.filter
  const { people, versions } = optionsOf(model)
  const nameOf = (options: readonly Option[], value: string) =>
    options.find((one) => one.value === value)?.label ?? noteStrings.someone
  const pair = (label: string, value: string) => text('{label}: {value}', { label, value })
  return [
    ...(unread ? [{ label: noteStrings.unread, without: { unread: false } }] : []),
    ...(author === 'anybody'
      ? []
      : [{ label: pair(noteStrings.author, nameOf(people, author)), without: { author: 'anybody' } }]),
    ...(part === undefined ? [] : [{ label: pair(noteStrings.part, part), without: { part: undefined } }]),
    ...(versionId === undefined
      ? []
      : [{ label: pair(noteStrings.version, nameOf(versions, versionId)), without: { versionId: undefined } }]),
  ]
}

function optionsOf({ facets, project, myId }: NotesModel): {
  readonly people: readonly Option[]
  readonly parts: readonly Option[]
  readonly versions: readonly Option[]
} {
  return {
    people: [
      { value: 'anybody', label: noteStrings.anybody },
      { value: myId, label: noteStrings.mine },
      ...project.members
        .filter(({ person }) => person.id !== myId)
        .map(({ person }) => ({ value: person.id, label: person.name })),
    ],
    parts: [{ value: '', label: noteStrings.anyPart }, ...facets.parts.map((part) => ({ value: part, label: part }))],
    versions: [
      { value: '', label: noteStrings.anyVersion },
      ...facets.versions.map(({ id, number }) => ({ value: id, label: text(noteStrings.versionName, { number }) })),
    ],
  }
}
