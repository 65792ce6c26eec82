import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { settledOf } from '../../start-progress.ts'
import { startStrings } from './start.strings.ts'
import { StartQuestion } from './StartQuestion.tsx'
import { useStartOffers } from './use-start-offers.ts'
import { startsQuery } from './version-starts.client.ts'
import styles from './StartStrip.module.css'

const StartView = lazyDialog(() => import('./StartView.tsx'))

interface StartStripProps {
  readonly project: ProjectDetails
  readonly onUpload?: ((trackId: string) => void) | undefined
}

/** Every version in progress, each with its checklist, and those that can be started. */
export function StartStrip({ project, onUpload }: StartStripProps) {
  const { data: starts = [] } = useQuery(startsQuery(project.id))
  const [openId, setOpen] = useState<string | null>(null)
  const [askedId, setAsked] = useState<string | null>(null)
  const all = useStartOffers(project)
  // Tasks of the whole project belong to the next version of the only track.
  const offers = all.filter(({ left, projectCount }) => left > 0 || (project.tracks.length === 1 && projectCount > 0))
  const titleOf = (trackId: string) => project.tracks.find(({ id }) => id === trackId)?.title ?? ''
  const open = starts.find(({ id }) => id === openId)
  const asked = offers.find(({ track }) => track.id === askedId)
  const [offer] = offers
  const isLone = starts.length === 0 && offers.length === 1
  if (!offer && starts.length === 0) return null
  return (
    <div role="group" className={styles.strip} aria-label={startStrings.strip}>
      {starts.map((start) => {
        const count = start.items.length
        const left = count - settledOf(start).length
        return (
          <button key={start.id} type="button" className={styles.start} onClick={() => setOpen(start.id)}>
            <Facts title={titleOf(start.trackId)} {...{ number: start.number, left, count }} />
          </button>
        )
      })}
      {offer && isLone && (
        <span className={styles.start} data-offer>
          <Facts title={offer.track.title} {...offer} />
          <Button size="small" onClick={() => setAsked(offer.track.id)}>
            {text(startStrings.start, { number: offer.number })}
          </Button>
        </span>
      )}
      {offer && !isLone && (
        <Menu
          entries={offers.map(({ track, number, left }) => ({
            kind: 'action',
            label: text(startStrings.offer, { title: track.title, number, count: left }),
            onSelect: () => setAsked(track.id),
          }))}
        >
          <Button size="small" icon={ListTodo}>
            {startStrings.startOne}
          </Button>
        </Menu>
      )}
      {asked && <StartQuestion projectId={project.id} offer={asked} onClose={() => setAsked(null)} />}
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

interface FactsProps {
  readonly title: string
  readonly number: number
  readonly left: number
  readonly count: number
}

function Facts({ title, number, left, count }: FactsProps) {
  return (
    <>
      <span className={styles.name}>
        <span className={styles.title}>{title}</span> {text(startStrings.version, { number })}
      </span>{' '}
      <span className={styles.left}>{text(startStrings.left, { left, count })}</span>
      {count > 0 && (
        <span className={styles.bar} aria-hidden>
          <Progress
            share={(count - left) / count}
            state={left === 0 ? 'done' : 'going'}
            label={text(startStrings.list, { number })}
          />
        </span>
      )}
    </>
  )
}
