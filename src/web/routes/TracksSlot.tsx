import { TracksTab } from '#features/tracks/web/TracksTab.tsx'
import type { ProjectSlotProps } from './screen-slots.tsx'
import { trackTransfers } from './track-transfers.ts'

export default function TracksSlot({ project }: ProjectSlotProps) {
  return <TracksTab project={project} {...trackTransfers(project)} />
}
