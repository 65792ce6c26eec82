import { ArrowDownWideNarrow, ListFilter, Plus } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import { trackStatuses } from '../../track-statuses.ts'
import styles from './TrackTools.module.css'
import { trackRowHeight, useTrackRowHeight } from './track-row-height.ts'
import { trackSorts, type TrackView } from './track-list.ts'
import type { TrackFilter } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'

interface TrackToolsProps {
  readonly view: TrackView
  readonly filters: readonly TrackFilter[]
  /** Ids of the active filters. */
  readonly chosen: readonly string[]
  readonly onFilter: (id: string, isOn: boolean) => void
  readonly onView: (change: Partial<TrackView>) => void
  readonly onAdd: (() => void) | undefined
}

export function TrackTools({
  view: { find, status, sort },
  filters,
  chosen,
  onFilter,
  onView,
  onAdd,
}: TrackToolsProps) {
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
        chosen.includes(id) ? (
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
          {trackStrings.sorts[sort]}
        </Button>
      </Menu>
      {onAdd && (
        <Button tone="quiet" size="small" icon={Plus} onClick={onAdd}>
          {trackStrings.newTrack}
        </Button>
      )}
    </div>
  )
}
