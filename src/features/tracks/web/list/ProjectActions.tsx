import { Pause, Play } from 'lucide-react'
import { Fragment } from 'react'
import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ProjectDetails } from '../../tracks.contract.ts'
import { listTracks } from './track-list.ts'
import { projectHeadPoint } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'
import { heardOf } from '../versions/version-sound.ts'

/** Beside a project's name: "Play all", and other features' additions. */
export function ProjectActions({ project }: { readonly project: ProjectDetails }) {
  const { heard, queue } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  const album = listTracks(project).flatMap(({ track, current }) => heardOf(project, track, current) ?? [])
  const inQueue = heard?.projectId === project.id && queue.length > 0
  const playing = inQueue && wantsToPlay
  const [first] = album
  const added = projectHeadPoint.useParts(project)
  const play = () => {
    const { player } = listening.state()
    if (inQueue && player) player.toggle()
    else if (first) listening.hear(first, { queue: album, at: 0 })
  }
  return (
    <>
      {first && (
        <Button size="large" icon={playing ? Pause : Play} onPointerEnter={listening.prepare} onClick={play}>
          {playing ? trackStrings.pauseAll : trackStrings.playAll}
        </Button>
      )}
      {added.map(({ content }, index) => (
        <Fragment key={index}>{content}</Fragment>
      ))}
    </>
  )
}
