import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { type Heard, listening } from '#web/player/listening.ts'
import type { TrackVersion } from '../../tracks.contract.ts'
import { projectDetailsQuery } from '../tracks.client.ts'
import { heardOf } from '../versions/version-sound.ts'
import { FullPlayerFlip } from './FullPlayerFlip.tsx'
import { playerStrings as strings } from './player.strings.ts'

interface PlayableVersion {
  readonly version: TrackVersion
  readonly heard: Heard
}

/** The version that plays and the one before it, to flip between them in place, and all others. */
export function FullPlayerVersions({ heard }: { readonly heard: Heard }) {
  const versions = useVersions(heard)
  const [left, setLeft] = useState<string>()
  const [newest, second] = versions
  const present = versions.find(({ version }) => version.id === heard.versionId)
  const other =
    versions.find(({ version }) => version.id === left && version.id !== heard.versionId) ??
    (present === newest ? second : newest)
  if (!present || !other) return null
  const hear = (id: string) => {
    const wanted = versions.find(({ version }) => version.id === id)
    if (!wanted || wanted === present) return
    setLeft(present.version.id)
    const { player, queue } = listening.state()
    listening.hear(wanted.heard, {
      at: listening.position(),
      play: player?.snapshot().wantsToPlay ?? false,
      queue: queue.map((one) => (one.trackId === heard.trackId ? wanted.heard : one)),
    })
  }
  return (
    <FullPlayerFlip
      title={heard.trackTitle}
      versions={versions.map(({ version: { id, number, label, createdAt } }, index) => ({
        id,
        number,
        label,
        words: index === 0 ? strings.newest : formatPastDay(createdAt),
      }))}
      presentId={present.version.id}
      otherId={other.version.id}
      onChoose={hear}
    />
  )
}

const none: readonly PlayableVersion[] = []

/** What plays of the track, newest first; nothing in a comparison and in a blind test. */
function useVersions({ projectId, trackId, isVeiled, compared }: Heard): readonly PlayableVersion[] {
  const isOff = isVeiled === true || compared !== undefined
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId), enabled: !isOff })
  const track = project?.tracks.find(({ id }) => id === trackId)
  if (isOff || !project || !track) return none
  return project.trackVersions.flatMap((version) => {
    const heard = version.trackId === trackId && version.guestName === null && heardOf(project, track, version)
    return heard ? [{ version, heard }] : []
  })
}
