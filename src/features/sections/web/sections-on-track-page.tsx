import { useQueryClient } from '@tanstack/react-query'
import { Rows3 } from 'lucide-react'
import { useState } from 'react'
import { notePolicy } from '#features/notes/notes.policy.ts'
import type { TrackPageAddition, TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { allows } from '#shared/roles.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { sectionsKey } from './sections.client.ts'
import { sectionStrings } from './sections.strings.ts'

const SectionsPanel = lazyPart(() => import('./SectionsPanel.tsx'))
const NameSectionDialog = lazyDialog(() => import('./NameSectionDialog.tsx'))

/** The table of a track's sections beside its wave, and naming one on a range. */
export function useSectionsOnTrackPage({
  project,
  trackId,
  listed,
  version,
  onShow,
}: TrackPagePlace): TrackPageAddition {
  const [naming, setNaming] = useState<SecondsRange | null>(null)
  const queries = useQueryClient()
  if (!listed || !version?.report) return {}
  return {
    panel: {
      name: 'sections',
      label: sectionStrings.tab,
      count: 0,
      content: <SectionsPanel project={project} track={listed.track} versions={listed.versions} version={version} />,
    },
    ofRange: allows(project, notePolicy['note.add'])
      ? (range) => [{ kind: 'action', label: sectionStrings.nameIt, icon: Rows3, onSelect: () => setNaming(range) }]
      : undefined,
    dialog: naming && (
      <NameSectionDialog
        projectId={project.id}
        trackId={trackId}
        versionId={version.id}
        range={naming}
        onNamed={() => {
          void queries.invalidateQueries({ queryKey: sectionsKey(project.id) })
          onShow('sections')
        }}
        onClose={() => setNaming(null)}
      />
    ),
  }
}
