import { useCallback, useEffect, useRef, useState } from 'react'
import { uploadsInBrowser } from '#features/transfers/web/upload/remembered-uploads.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'

export interface GuestTransfers {
  /** Set once there are transfers, or uploads from the last visit. */
  readonly engine: TransferEngine | null
  readonly open: () => Promise<TransferEngine>
}

/** Transfers of one guest's visit. Interrupted uploads resume after a reload. */
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

/** A separate owner, so that an account in the same browser does not see them. */
function ownerOf(guestId: string): string {
  return `guest-${guestId}`
}
