import { useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { notePolicy } from '#features/notes/notes.policy.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { allows } from '#shared/roles.ts'
import { menuItems } from '#web/palette/menu-items.ts'
import type { PaletteAddition, PalettePlace } from '#web/palette/palette-point.ts'
import { markerEntries } from './marker-entries.ts'

/** The open track's export and import commands in the palette. */
export function useMarkersInPalette({ projectId, trackId, versionId, go }: PalettePlace): PaletteAddition {
  // The page loads it; this only reads the cache.
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId ?? ''), enabled: false })
  const track = project?.tracks.find(({ id }) => id === trackId)
  const shown = versionId ?? track?.currentVersionId
  if (!project || !track || shown === undefined || shown === null) return {}
  const place = { projectId: project.id, trackId: track.id, versionId: shown }
  return { actions: menuItems(markerEntries(place, allows(project, notePolicy['note.add'])), Zap, go) }
}
