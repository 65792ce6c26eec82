/** Decides which tab resumes an upload, because all tabs of a browser store the same ones. */
export interface UploadClaims {
  /** Claims an upload for this tab until it is released or the tab is closed. False if another tab has it. */
  claim(id: string): Promise<boolean>
  letGo(id: string): void
}

/** Uses Web Locks, which end with their tab. Without them (plain http), every tab may. */
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
