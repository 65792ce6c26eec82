import { useCallback, useEffect, useRef, useState } from 'react'
import { uploadsInBrowser } from '#features/transfers/web/upload/remembered-uploads.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'

export interface GuestTransfers {
  /** Once something was moved, or remains of the last visit. */
  readonly engine: TransferEngine | null
  readonly open: () => Promise<TransferEngine>
}

/** Up- and downloads of one guest's visit. What a reload interrupted goes on. */
export function useGuestTransfers(guestId: string): GuestTransfers {
  const [engine, setEngine] = useState<TransferEngine | null>(null)
  const opening = useRef<Promise<TransferEngine>>(undefined)
  const open = useCallback(() => {
    opening.current ??= import('#features/transfers/web/create-transfer-engine.ts').then(({ createTransferEngine }) => {
      const made = createTransferEngine(ownerOf(guestId))
      setEngine(made)
      return made
    })
    return opening.current
    // oxlint-disable-next-line react/memo-dependencies -- each guest has an engine of their own
  }, [guestId])
  useEffect(() => {
    void (async () => {
      const left = await uploadsInBrowser(ownerOf(guestId))
        .all()
        .catch(() => [])
      if (left.length > 0) await (await open()).restore()
    })()
  }, [guestId, open])
  return { engine, open }
}

/** Apart from what an account of the same browser remembers. */
function ownerOf(guestId: string): string {
  return `guest-${guestId}`
}
