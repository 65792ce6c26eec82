import { TrackPage } from '#features/tracks/web/track/TrackPage.tsx'
import type { TrackSlotProps } from '../frame/screen-slots.tsx'
import { usePageHead } from '../use-page-head.ts'

export default function TrackSlot({ project, trackId, versionId, t }: TrackSlotProps) {
  usePageHead(project.tracks.find(({ id }) => id === trackId)?.title ?? project.name)
  return <TrackPage project={project} trackId={trackId} versionId={versionId} at={t} />
}
