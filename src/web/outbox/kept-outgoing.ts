import { get } from 'idb-keyval'
import { changeKept } from '#web/api/kept-storage.ts'
import type { Outgoing } from './outgoing.ts'

/** Where changes wait, over reloads. All tabs of a person share it. */
export interface OutgoingStore {
  read(): Promise<readonly Outgoing[]>
  /** One change of the list at a time, also between tabs. Answers the list as it is then. */
  change(work: (list: readonly Outgoing[]) => readonly Outgoing[]): Promise<readonly Outgoing[]>
}

/** In this browser; where it keeps nothing, as long as the page. */
export function outgoingInBrowser(
  userId: string,
): OutgoingStore & { /** Leaves nothing, not even whose it was. */ forget(): Promise<void> } {
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
