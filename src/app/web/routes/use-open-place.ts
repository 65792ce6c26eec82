import { useSearch } from '@tanstack/react-router'

interface OpenPlace {
  readonly projectId: string | undefined
  readonly trackId: string | undefined
}

/** Which project and track the address names, whatever the page. */
export function useOpenPlace(): OpenPlace {
  return useSearch({
    strict: false,
    select: ({ projectId, trackId }) => ({ projectId, trackId }),
    structuralSharing: true,
  })
}
