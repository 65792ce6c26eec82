import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { settledOf } from '../../start-progress.ts'
import { startStrings } from './start.strings.ts'
import { startsQuery } from './version-starts.client.ts'
import styles from './StartStrip.module.css'

const StartView = lazyDialog(() => import('./StartView.tsx'))

/** Every version in progress in the project; each opens its checklist. */
export function StartStrip({
  project,
  onUpload,
}: {
  readonly project: ProjectDetails
  readonly onUpload?: ((trackId: string) => void) | undefined
}) {
  const { data: starts = [] } = useQuery(startsQuery(project.id))
  const [openId, setOpen] = useState<string | null>(null)
  const titleOf = (trackId: string) => project.tracks.find(({ id }) => id === trackId)?.title ?? ''
  const open = starts.find(({ id }) => id === openId)
  if (starts.length === 0) return null
  return (
    <div role="group" className={styles.strip} aria-label={startStrings.strip}>
      {starts.map((start) => (
        <Button key={start.id} size="small" icon={ListTodo} onClick={() => setOpen(start.id)}>
          {text(startStrings.pill, {
            title: titleOf(start.trackId),
            number: start.number,
            done: settledOf(start).length,
            of: start.items.length,
          })}
        </Button>
      ))}
      {open && (
        <StartView
          project={project}
          start={open}
          title={titleOf(open.trackId)}
          onUpload={
            onUpload &&
            ((trackId) => {
              setOpen(null)
              onUpload(trackId)
            })
          }
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
