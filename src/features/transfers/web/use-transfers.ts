import { useSyncExternalStore } from 'react'
import type { Transfer, TransfersStore } from './transfers-store.ts'

/** Every transfer of this tab, drawn anew when one of them moves. */
export function useTransfers(store: TransfersStore): readonly Transfer[] {
  return useSyncExternalStore(store.subscribe, store.list)
}
