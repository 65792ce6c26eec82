import { Download, Pause, Play, Upload } from 'lucide-react'
import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import type { ProjectDetails } from '../tracks.contract.ts'
import { listTracks } from './track-list.ts'
import { trackStrings } from './tracks.strings.ts'
import { heardOf } from './version-sound.ts'

interface ProjectActionsProps {
  readonly project: ProjectDetails
  /** Of the project as a whole; empty for those who may not. */
  readonly downloads: readonly MenuEntry[]
  readonly onUpload?: (() => void) | undefined
}

/** Beside a project's name: hear the whole record in order, add to it. */
export function ProjectActions({ project, downloads, onUpload }: ProjectActionsProps) {
  const { heard, queue } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  const album = listTracks(project).flatMap(({ track, current }) => heardOf(project, track, current) ?? [])
  const inQueue = heard?.projectId === project.id && queue.length > 0
  const playing = inQueue && wantsToPlay
  const [first] = album
  const play = () => {
    const { player } = listening.state()
    if (inQueue && player) player.toggle()
    else if (first) listening.hear(first, { queue: album, at: 0 })
  }
  return (
    <>
      {first && <Button size="large" icon={playing ? Pause : Play} onPointerEnter={listening.prepare} onClick={play}>{playing ? trackStrings.pauseAll : trackStrings.playAll}</Button>}
      {downloads.length > 0 && <Menu entries={downloads} align="end"><Button size="large" icon={Download}>{trackStrings.downloadProject}</Button></Menu>}
      {onUpload && project.tracks.length > 0 && <Button size="large" tone="primary" icon={Upload} onClick={onUpload}>{trackStrings.upload}</Button>}
    </>
  )
}
