import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { useStartActions } from './use-start-actions.ts'
import type { StartOffer } from './use-start-offers.ts'

const StartDialog = lazyDialog(() => import('./StartDialog.tsx'))

interface StartQuestionProps {
  readonly projectId: string
  readonly offer: StartOffer
  readonly onClose: () => void
}

/** The question before a version starts, and its start. */
export function StartQuestion({ projectId, offer, onClose }: StartQuestionProps) {
  const actions = useStartActions(projectId)
  const { track, number, left, projectCount } = offer
  return (
    <StartDialog
      title={track.title}
      number={number}
      count={left}
      projectCount={projectCount}
      onStart={(withProject) => actions.start(track.id, withProject)}
      onClose={onClose}
    />
  )
}
