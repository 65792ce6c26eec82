import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Marker } from '#audio/markers/marker.ts'
import { notesKey } from '#features/notes/web/notes.client.ts'
import { client } from '#web/api/api-client.ts'
import type { markerRoutes } from '../markers.contract.ts'

const markerApi = client<typeof markerRoutes>()

interface VersionPlace {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

/** All of the markers become notes, or none. */
export function useImportMarkers(place: VersionPlace) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (markers: readonly Marker[]) =>
      markerApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers', {
        params: { ...place },
        body: { notes: markers.map(({ at, end, text }) => ({ fromSeconds: at, toSeconds: end, body: text })) },
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: notesKey(place.projectId) }),
        queries.invalidateQueries({ queryKey: ['project', place.projectId, 'details'] }),
      ]),
  })
}
