import { Download, Link, Pause, Play, Upload } from 'lucide-react'
import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import type { ProjectDetails } from '../tracks.contract.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { playerStrings } from './player.strings.ts'
import { listTracks } from './track-list.ts'
import { trackStrings } from './tracks.strings.ts'
import { heardOf } from './version-sound.ts'

interface ProjectActionsProps {
  readonly project: ProjectDetails
  /** Of the project as a whole; empty for those who may not. */
  readonly downloads: readonly MenuEntry[]
  readonly onUpload?: (() => void) | undefined
  readonly onShare?: (() => void) | undefined
}

/** Beside a project's name: hear the whole record in order, add to it. */
export function ProjectActions({ project, downloads, onUpload, onShare }: ProjectActionsProps) {
  const { heard, queue } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  const album = listTracks(project).flatMap(({ track, current }) => heardOf(project, track, current) ?? [])
  const inQueue = heard?.projectId === project.id && queue.length > 0
  const playing = inQueue && wantsToPlay
  const [first] = album
  usePageKeys(
    onShare ? [{ keys: ['.'], label: trackStrings.keys.share, group: playerStrings.groups.page, run: onShare }] : [],
  )
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
      {downloads.length > 0 && (
        <Menu entries={downloads} align="end">
          <Button size="large" icon={Download}>
            {trackStrings.downloadProject}
          </Button>
        </Menu>
      )}
      {onShare && project.tracks.length > 0 && (
        <Button size="large" icon={Link} onClick={onShare}>
          {trackStrings.share}
        </Button>
      )}
      {onUpload && project.tracks.length > 0 && (
        <Button size="large" tone="primary" icon={Upload} onClick={onUpload}>
          {trackStrings.upload}
        </Button>
      )}
    </>
  )
}
