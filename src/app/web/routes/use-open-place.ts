import { useSearch } from '@tanstack/react-router'

interface OpenPlace {
  readonly projectId: string | undefined
  readonly trackId: string | undefined
}

/** The project and track in the URL, on any page. */
export function useOpenPlace(): OpenPlace {
  return useSearch({
    strict: false,
    select: ({ projectId, trackId }) => ({ projectId, trackId }),
    structuralSharing: true,
  })
}
