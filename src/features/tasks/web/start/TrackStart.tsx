import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails, Track } from '#features/tracks/tracks.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { startStrings } from './start.strings.ts'
import { StartChecklist } from './StartChecklist.tsx'
import { StartQuestion } from './StartQuestion.tsx'
import { useStartOffers } from './use-start-offers.ts'
import { startsQuery } from './version-starts.client.ts'

interface TrackStartProps {
  readonly project: ProjectDetails
  readonly track: Track
  readonly onUpload?: ((trackId: string) => void) | undefined
}

/** The checklist of the track's next version or, for editors, a button to start one. */
export function TrackStart({ project, track, onUpload }: TrackStartProps) {
  const { data: starts } = useQuery(startsQuery(project.id))
  const [asking, setAsking] = useState(false)
  const offer = useStartOffers(project).find((one) => one.track.id === track.id)
  const start = starts?.find(({ trackId }) => trackId === track.id)
  if (start) return <StartChecklist project={project} start={start} onUpload={onUpload} />
  if (!offer || offer.left + offer.projectCount === 0) return null
  return (
    <>
      <Button size="small" icon={ListTodo} onClick={() => setAsking(true)}>
        {text(startStrings.start, { number: offer.number })}
      </Button>
      {asking && <StartQuestion projectId={project.id} offer={offer} onClose={() => setAsking(false)} />}
    </>
  )
}
