import { useSyncExternalStore } from 'react'
import { meQuery } from '#features/account/web/account.queries.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { uploadsInBrowser } from '#features/transfers/web/remembered-uploads.ts'
import { Listeners } from '#shared/listeners.ts'
import { theQueries } from './open-queries.ts'

interface Opened {
  readonly userId: string
  readonly engine: TransferEngine
}

let opened: Opened | null = null
const listeners = new Listeners()

/** The page's one engine of up- and downloads. It is fetched when something is moved for the first time. */
export async function openTransfers(): Promise<TransferEngine> {
  const [queries, { createTransferEngine }] = await Promise.all([
    theQueries(),
    import('#features/transfers/web/create-transfer-engine.ts'),
  ])
  const { id: userId } = await queries.ensureQueryData(meQuery)
  if (opened?.userId === userId) return opened.engine
  // Somebody else has signed in on this page.
  void opened?.engine.forget()
  opened = { userId, engine: createTransferEngine(userId) }
  listeners.tell()
  return opened.engine
}

/** The engine, once this person has moved something. */
export function useTransferEngine(userId: string | undefined): TransferEngine | null {
  const current = useSyncExternalStore(listeners.add, () => opened)
  return current !== null && current.userId === userId ? current.engine : null
}

/** Brings back the uploads that a reload interrupted, if there are any. */
export async function restoreTransfers(userId: string): Promise<void> {
  const remembered = await uploadsInBrowser(userId)
    .all()
    .catch(() => [])
  if (remembered.length > 0) await (await openTransfers()).restore()
}

/** How many transfers would be stopped by leaving. */
export function unfinishedTransfers(): number {
  return (
    opened?.engine.store.list().filter(({ status }) => status === 'uploading' || status === 'downloading').length ?? 0
  )
}

/** Stops everything and forgets what this browser remembers of this person's uploads. */
export async function forgetTransfers(userId: string): Promise<void> {
  await (opened?.userId === userId ? opened.engine.forget() : uploadsInBrowser(userId).clear()).catch(() => undefined)
}
