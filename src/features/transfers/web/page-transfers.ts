import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { Listeners } from '#shared/listeners.ts'
import type { TransferEngine } from './transfer-engine.ts'
import { uploadsInBrowser } from './upload/remembered-uploads.ts'

interface Opened {
  readonly userId: string
  readonly engine: TransferEngine
}

let opened: Opened | null = null
const listeners = new Listeners()

/** The page's only transfer engine. Loaded on first use. */
export async function openTransfers(queries: QueryClient): Promise<TransferEngine> {
  const [{ id: userId }, { createTransferEngine }] = await Promise.all([
    queries.ensureQueryData(meQuery),
    import('./create-transfer-engine.ts'),
  ])
  if (opened?.userId === userId) return opened.engine
  // Another user has signed in on this page.
  void opened?.engine.forget()
  opened = { userId, engine: createTransferEngine(userId) }
  listeners.tell()
  return opened.engine
}

/** The engine, once this user has started a transfer. */
export function useTransferEngine(userId: string | undefined): TransferEngine | null {
  const current = useSyncExternalStore(listeners.add, () => opened)
  return current !== null && current.userId === userId ? current.engine : null
}

/** Restores uploads that a reload interrupted, if there are any. */
export async function restoreTransfers(queries: QueryClient, userId: string): Promise<void> {
  const remembered = await uploadsInBrowser(userId)
    .all()
    .catch(() => [])
  if (remembered.length > 0) await (await openTransfers(queries)).restore()
}

/** Number of transfers that leaving the page would interrupt. */
export function unfinishedTransfers(): number {
  return (
    opened?.engine.store.list().filter(({ status }) => status === 'uploading' || status === 'downloading').length ?? 0
  )
}

/** Stops all transfers and deletes what this browser stores of this user's uploads. */
export async function forgetTransfers(userId: string): Promise<void> {
  await (opened?.userId === userId ? opened.engine.forget() : uploadsInBrowser(userId).clear()).catch(() => undefined)
}
