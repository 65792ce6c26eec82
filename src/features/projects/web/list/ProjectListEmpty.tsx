import { Archive, Search } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import type { ProjectListView } from './project-list-view.ts'

/** Texts for a view in which no project is. */
const emptyListStrings = {
  noneWaiting: 'You’re all caught up',
  noneWaitingWords: 'No track in these projects is waiting for your approval.',
  nothingFound: 'No projects found',
  nothingFoundWords: 'Nothing here matches “{find}”.',
  showAll: 'Show all',
  noArchived: 'No archived projects',
  noArchivedWords: 'Archive a project when it is done. It keeps everything and leaves the list.',
} as const

interface EmptyShelfProps {
  readonly view: ProjectListView
  readonly onShowAll: () => void
}

/** No project in this view, or none that matches the search. */
export function EmptyShelf({ view: { find, waiting }, onShowAll }: EmptyShelfProps) {
  const all = <Button onClick={onShowAll}>{emptyListStrings.showAll}</Button>
  if (find !== '')
    return (
      <EmptyState icon={Search} title={emptyListStrings.nothingFound} action={all}>
        {text(emptyListStrings.nothingFoundWords, { find })}
      </EmptyState>
    )
  if (waiting)
    return (
      <EmptyState icon={Search} title={emptyListStrings.noneWaiting} action={all}>
        {emptyListStrings.noneWaitingWords}
      </EmptyState>
    )
  return (
    <EmptyState icon={Archive} title={emptyListStrings.noArchived} action={all}>
      {emptyListStrings.noArchivedWords}
    </EmptyState>
  )
}
