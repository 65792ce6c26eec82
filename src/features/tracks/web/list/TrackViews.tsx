import { useNavigate, useSearch } from '@tanstack/react-router'
import { Rows3 } from 'lucide-react'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import type { ProjectDetails } from '../../tracks.contract.ts'
import { trackViewPoint } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'
import TracksTab from './TracksTab.tsx'

/** The project's tracks as a list, or as another feature shows them; the choice is in the URL. */
export default function TrackViews({ project }: { readonly project: ProjectDetails }) {
  const asked = useSearch({ strict: false, select: ({ view }) => view })
  const navigate = useNavigate()
  const added = trackViewPoint.useParts(project)
  const hasTracks = project.tracks.some(({ archivedAt }) => archivedAt === null)
  const shown = hasTracks ? added.find(({ name }) => name === asked) : undefined
  const switcher = hasTracks && added.length > 0 && (
    <SegmentedControl
      label={trackStrings.showAs}
      segments={[
        { value: 'list', label: trackStrings.listView, icon: Rows3 },
        ...added.map(({ name: value, label, icon }) => ({ value, label, icon })),
      ]}
      value={shown?.name ?? 'list'}
      onValueChange={(name) =>
        void navigate({
          to: '/',
          search: { projectId: project.id, ...(name === 'sheet' && { view: name }) },
          replace: true,
        })
      }
    />
  )
  return shown ? shown.content(switcher) : <TracksTab project={project} switcher={switcher} />
}
