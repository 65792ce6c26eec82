import { CircleDot, FolderInput, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { allows } from '#shared/roles.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useFootSpace } from '#web/ui/frame/use-foot-space.ts'
import { useToastLift } from '#web/ui/frame/use-toast-lift.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import { trackStatuses } from '../../track-statuses.ts'
import type { ProjectDetails } from '../../tracks.contract.ts'
import { trackPolicy } from '../../tracks.policy.ts'
import type { ListedTrack } from '../list/track-list.ts'
import type { TrackSelection } from '../list/use-track-selection.ts'
import { playerStrings } from '../player/player.strings.ts'
import { trackSelectionPoint } from '../track-points.ts'
import styles from './TrackSelectionBar.module.css'
import { selectionStrings as strings } from './selection.strings.ts'
import { tooMany } from './too-many.ts'
import { useSelectionActions } from './use-selection-actions.ts'

const MoveTracksDialog = lazyDialog(() => import('./MoveTracksDialog.tsx'))

interface TrackSelectionBarProps {
  readonly project: ProjectDetails
  readonly selected: readonly ListedTrack[]
  readonly selection: TrackSelection
  readonly mayEdit: boolean
}

/** What can be done with the selected tracks. Floats above the player; the list leaves space for it. */
export default function TrackSelectionBar({
  project,
  selected,
  selection: { clear },
  mayEdit,
}: TrackSelectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  useToastLift(bar)
  useFootSpace(bar)
  const [moving, setMoving] = useState(false)
  const actions = useSelectionActions(project.id)
  const added = trackSelectionPoint.useParts(project).flatMap(({ actionsOf }) => actionsOf?.(selected) ?? [])
  const tracks = selected.map(({ track }) => track)
  const hasFinal = tracks.some(({ status }) => status === 'final')
  const crowd = tooMany(tracks)
  const deletion = hasFinal ? strings.finalStay : crowd
  const refusal = added.find((one) => one.refusal !== undefined)?.refusal ?? (mayEdit ? deletion : undefined)
  const isBare = selected.some(({ current }) => current === undefined)
  const remove = () => {
    actions.remove(tracks)
    clear()
  }
  const { page: group } = playerStrings.groups
  usePageKeys([
    { keys: ['Escape'], label: strings.clearKey, group, run: clear },
    ...(mayEdit && deletion === undefined ? [{ keys: ['Delete'], label: strings.deleteKey, group, run: remove }] : []),
  ])
  return (
    <>
      <section ref={bar} className={styles.bar} aria-label={strings.bar}>
        <p className={styles.what} role="status">
          <strong>{text(strings.count, { count: selected.length })}</strong>
          <span className={styles.facts}>{factsOf(selected)}</span>
        </p>
        <div className={styles.actions}>
          {added.map(({ label, icon, refusal: reason, onSelect }) => (
            <BarButton key={label} {...{ label, icon }} refusal={reason} onClick={onSelect} />
          ))}
          {mayEdit && (
            <>
              <Menu
                entries={trackStatuses.map((status) => ({
                  kind: 'action',
                  label: stateStrings[status],
                  disabled: status === 'final' && isBare,
                  onSelect: () => actions.setStatus(tracks, status),
                }))}
              >
                <BarButton icon={CircleDot} label={strings.status} refusal={crowd} />
              </Menu>
              {allows(project, trackPolicy['track.move']) && (
                <BarButton icon={FolderInput} label={strings.move} refusal={crowd} onClick={() => setMoving(true)} />
              )}
              <BarButton icon={Trash2} label={strings.remove} refusal={deletion} onClick={remove} />
            </>
          )}
        </div>
        <IconButton icon={X} size="small" label={strings.clear} keys="Escape" onClick={clear} />
        {refusal !== undefined && <p className={styles.refusal}>{refusal}</p>}
      </section>
      {moving && (
        <MoveTracksDialog
          count={tracks.length}
          fromId={project.id}
          onClose={() => setMoving(false)}
          onMove={(to) => {
            setMoving(false)
            actions.move(tracks, to)
            clear()
          }}
        />
      )}
    </>
  )
}

interface BarButtonProps extends Pick<React.ComponentProps<typeof Button>, 'icon' | 'onClick' | 'ref'> {
  readonly label: string
  /** Why it cannot be pressed. */
  readonly refusal?: string | undefined
}

/** On narrow screens its icon alone, with the label for screen readers and as a tooltip. */
function BarButton({ label, refusal, icon, ...button }: BarButtonProps) {
  return (
    <Button
      {...button}
      {...(icon && { icon })}
      tone="quiet"
      size="small"
      disabled={refusal !== undefined}
      title={refusal ?? label}
      className={styles.button}
    >
      <span className={styles.label}>{label}</span>
    </Button>
  )
}

/** Length and size of the current versions. */
function factsOf(selected: readonly ListedTrack[]): string {
  const versions = selected.flatMap(({ current }) => current ?? [])
  const seconds = versions.reduce((sum, { report }) => sum + (report?.format.durationSeconds ?? 0), 0)
  const bytes = versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return [seconds > 0 && formatDuration(seconds), bytes > 0 && formatBytes(bytes)].filter(Boolean).join(' · ')
}
