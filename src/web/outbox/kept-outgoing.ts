import { get } from 'idb-keyval'
import { changeKept } from '#web/api/kept-storage.ts'
import type { Outgoing } from './outgoing.ts'

/** Stores waiting changes over reloads. All tabs of a person share it. */
export interface OutgoingStore {
  read(): Promise<readonly Outgoing[]>
  /** Changes the list in a transaction, also across tabs. Returns the new list. */
  change(work: (list: readonly Outgoing[]) => readonly Outgoing[]): Promise<readonly Outgoing[]>
}

/** IndexedDB; in memory if the browser refuses storage. */
export function outgoingInBrowser(
  userId: string,
): OutgoingStore & { /** Deletes everything, including the owner's id. */ forget(): Promise<void> } {
  const key = `outbox.${userId}`
  let here: readonly Outgoing[] = []
  let isRefused = false
  return {
    async read() {
      if (!isRefused)
        here = (await get<readonly Outgoing[]>(key).catch(() => void (isRefused = true))) ?? (isRefused ? here : [])
      return here
    },
    async change(work) {
      if (!isRefused) {
        try {
          if (await changeKept<readonly Outgoing[]>(key, (list = []) => (here = work(list)))) return here
        } catch {
          isRefused = true
        }
      }
      here = work(here)
      return here
    },
    async forget() {
      here = []
      await changeKept(key, () => undefined).catch(() => undefined)
    },
  }
}
