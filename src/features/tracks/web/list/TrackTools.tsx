import { ArrowDownWideNarrow, ListFilter, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { CollapsingWord } from '#web/ui/CollapsingWord.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import { trackStatuses } from '../../track-statuses.ts'
import styles from './TrackTools.module.css'
import { trackRowHeight, useTrackRowHeight } from './track-row-height.ts'
import { searchOfTrackList, trackViewOf, type TrackView } from './track-list.ts'
import { trackSorts } from './track-sorts.ts'
import type { TrackFilter } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'

const SavedViews = lazyPart(() => import('#features/account/web/views/SavedViews.tsx'))

interface TrackToolsProps {
  readonly view: TrackView
  readonly filters: readonly TrackFilter[]
  readonly onView: (change: Partial<TrackView>) => void
  readonly onAdd: (() => void) | undefined
  readonly switcher: ReactNode
}

export function TrackTools({ view, filters, onView, onAdd, switcher }: TrackToolsProps) {
  const { find, status, sort, only } = view
  const onFilter = (id: string, isOn: boolean) =>
    onView({ only: isOn ? [...only, id] : only.filter((one) => one !== id) })
  const rowHeight = useTrackRowHeight()
  const statuses = (['any', ...trackStatuses] as const).map((value) => ({
    value,
    label: value === 'any' ? trackStrings.anyStatus : stateStrings[value],
  }))
  const sorts = trackSorts.map((value) => ({ value, label: trackStrings.sorts[value] }))
  const chooseStatus = (value: string) => onView({ status: trackStatuses.find((one) => one === value) ?? 'any' })
  const chooseSort = (value: string) => onView({ sort: trackSorts.find((one) => one === value) ?? 'album' })
  return (
    <div className={styles.tools}>
      {switcher}
      <SearchField
        label={trackStrings.find}
        value={find}
        onValueChange={(words) => onView({ find: words })}
        className={styles.find}
      />
      <Menu entries={[{ kind: 'choice', value: status, options: statuses, onValueChange: chooseStatus }]}>
        <Button tone="quiet" size="small" icon={ListFilter}>
          {trackStrings.statusFilter}
        </Button>
      </Menu>
      {filters.map(({ id, icon, offer, label, trackIds }) =>
        only.includes(id) ? (
          <FilterChip key={id} label={label} onRemove={() => onFilter(id, false)} />
        ) : (
          trackIds.size > 0 && (
            <Button key={id} tone="quiet" size="small" icon={icon} onClick={() => onFilter(id, true)}>
              {offer}
            </Button>
          )
        ),
      )}
      {status !== 'any' && <FilterChip label={stateStrings[status]} onRemove={() => onView({ status: 'any' })} />}
      <span className={styles.gap} />
      <SavedViews
        list="tracks"
        search={{ ...searchOfTrackList(view) }}
        onOpen={(search) => onView(trackViewOf(search))}
      />
      <Menu
        align="end"
        entries={[
          { kind: 'choice', value: sort, options: sorts, onValueChange: chooseSort },
          { kind: 'separator' },
          {
            kind: 'toggle',
            label: trackStrings.compact,
            checked: rowHeight === 'compact',
            onCheckedChange: (isCompact) => trackRowHeight.set(isCompact ? 'compact' : 'tall'),
          },
        ]}
      >
        <Button tone="quiet" size="small" icon={ArrowDownWideNarrow}>
          <CollapsingWord on="beyondTablets">{trackStrings.sorts[sort]}</CollapsingWord>
        </Button>
      </Menu>
      {onAdd && (
        <Button tone="quiet" size="small" icon={Plus} onClick={onAdd}>
          <CollapsingWord on="beyondPhones">{trackStrings.newTrack}</CollapsingWord>
        </Button>
      )}
    </div>
  )
}
