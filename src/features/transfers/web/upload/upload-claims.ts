/** Which tab goes on with an upload; all tabs of a browser remember the same ones. */
export interface UploadClaims {
  /** Takes an upload for this tab until it is let go or the tab is gone. False while another tab has it. */
  claim(id: string): Promise<boolean>
  letGo(id: string): void
}

/** By Web Locks, which end with their tab. Where there are none (plain http), every tab may. */
export function claimsInBrowser(locks: LockManager | undefined = globalThis.navigator.locks): UploadClaims {
  const held = new Map<string, () => void>()
  return {
    claim: (id) =>
      new Promise((resolve) => {
        if (!locks || held.has(id)) return resolve(true)
        locks
          .request(`roughmix-upload-${id}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null)
            return lock && new Promise<void>((end) => held.set(id, end))
          })
          .catch(() => resolve(true))
      }),
    letGo(id) {
      held.get(id)?.()
      held.delete(id)
    },
  }
}
