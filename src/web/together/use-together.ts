import { useSyncExternalStore } from 'react'
import { useLiveClient } from '#web/live/use-live.ts'
import { togetherOn } from './together-store.ts'
import type { Together, TogetherState } from './together.ts'

interface TogetherUse {
  readonly together: Together | null
  /** Undefined outside a session. */
  readonly state: TogetherState | undefined
}

export function useTogether(): TogetherUse {
  const live = useLiveClient()
  const together = live && togetherOn(live)
  const state = useSyncExternalStore(together?.subscribe ?? silence, () => together?.state())
  return { together, state }
}

const silence = () => () => undefined
