import { useNavigate } from '@tanstack/react-router'
import { compareText } from './compare-ids.ts'

/** Opens versions of a track side by side; the first defines the time axis. */
export function useCompare(projectId: string): (trackId: string, versionIds: readonly string[]) => void {
  const navigate = useNavigate()
  return (trackId, versionIds) =>
    void navigate({ to: '/', search: { projectId, trackId, compare: compareText(versionIds) } })
}
