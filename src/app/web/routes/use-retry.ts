import { useRouter } from '@tanstack/react-router'
import { isMissingCode } from '#web/ui/page/missing-code.ts'

/** Retries a route. Code that failed to load is retried only after a reload. */
export function useRetry(error: unknown, reset: () => void): () => void {
  const router = useRouter()
  return () => {
    if (isMissingCode(error)) return window.location.reload()
    reset()
    void router.invalidate()
  }
}
