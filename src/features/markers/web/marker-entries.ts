import { FileInput, FileOutput } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { requestMarkers } from './marker-requests.ts'
import { markerStrings } from './markers.strings.ts'

interface MarkerPlace {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

/** Menu entries to export notes as markers, and to import them. */
export function markerEntries(place: MarkerPlace, mayWrite: boolean): readonly MenuEntry[] {
  return [
    {
      kind: 'action',
      label: markerStrings.exportEntry,
      icon: FileOutput,
      onSelect: () => requestMarkers({ way: 'export', ...place }),
    },
    mayWrite && {
      kind: 'action',
      label: markerStrings.importEntry,
      icon: FileInput,
      onSelect: () => requestMarkers({ way: 'import', ...place }),
    },
  ]
}
