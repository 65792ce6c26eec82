import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectsQuery } from '#features/projects/web/projects.client.ts'
import { foldText } from '#shared/fold-text.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioRows } from '#web/ui/form/RadioRows.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { trackPolicy } from '../../tracks.policy.ts'
import styles from './MoveTracksDialog.module.css'
import { selectionStrings as strings } from './selection.strings.ts'

interface Destination {
  readonly id: string
  readonly name: string
}

interface MoveTracksDialogProps {
  readonly count: number
  readonly fromId: string
  readonly onMove: (to: Destination) => void
  readonly onClose: () => void
}

/** Where few enough to see at once, there is nothing to search. */
const SEARCH_FROM = 8

export default function MoveTracksDialog({ count, fromId, onMove, onClose }: MoveTracksDialogProps) {
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { data: all, error, isFetching, refetch } = useQuery(projectsQuery('active'))
  const projects = all?.filter((project) => project.id !== fromId && allows(project, trackPolicy['track.edit']))
  const shown = projects?.filter(({ name }) => foldText(name).includes(foldText(find.trim())))
  const to = shown?.find(({ id }) => id === chosen)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="card"
      title={text(strings.moveTitle, { count })}
      description={strings.moveWords}
      footer={
        <Button tone="primary" disabled={!to} onClick={() => to && onMove(to)}>
          {strings.moveHere}
        </Button>
      }
    >
      <div className={styles.body}>
        {projects && projects.length > SEARCH_FROM && (
          <SearchField label={strings.findProject} value={find} onValueChange={setFind} />
        )}
        {shown ? (
          shown.length > 0 ? (
            <RadioRows
              label={strings.to}
              value={chosen ?? ''}
              onValueChange={setChosen}
              rows={shown.map(({ id, name, trackCount, memberCount }) => ({
                value: id,
                label: name,
                help: text(strings.projectFacts, {
                  tracks: text(strings.tracks, { count: trackCount }),
                  people: text(strings.people, { count: memberCount }),
                }),
              }))}
            />
          ) : (
            <p role="status">{projects?.length === 0 ? strings.noProjects : strings.noProject}</p>
          )
        ) : error ? (
          <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
            {text(strings.projectsFailed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <Skeleton height={44} />
            <Skeleton height={44} />
          </SkeletonGroup>
        )}
        <p className={styles.who}>{strings.moveWho}</p>
      </div>
    </Dialog>
  )
}
