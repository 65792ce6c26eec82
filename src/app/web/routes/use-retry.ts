import { useRouter } from '@tanstack/react-router'
import { isMissingCode } from '#web/ui/page/missing-code.ts'

/** Another try at a route. Code that could not be fetched is only asked for again by a fresh page. */
export function useRetry(error: unknown, reset: () => void): () => void {
  const router = useRouter()
  return () => {
    if (isMissingCode(error)) return window.location.reload()
    reset()
    void router.invalidate()
  }
}
