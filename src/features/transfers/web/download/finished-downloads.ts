/** Size limit of the cache; versions never change, so one version need not be downloaded twice. */
const KEPT_BYTES = 512 * 1024 * 1024

/** Files downloaded in this visit, by version; the least recently used are dropped first. */
export class FinishedDownloads {
  readonly #kept = new Map<string, Blob>()

  find(versionId: string | null): Blob | undefined {
    const blob = versionId === null ? undefined : this.#kept.get(versionId)
    if (blob) this.keep(versionId, blob)
    return blob
  }

  keep(versionId: string | null, blob: Blob): void {
    if (versionId === null) return
    this.#kept.delete(versionId)
    this.#kept.set(versionId, blob)
    for (const [oldest] of this.#kept) {
      if (this.#bytes() <= KEPT_BYTES) return
      this.#kept.delete(oldest)
    }
  }

  clear(): void {
    this.#kept.clear()
  }

  #bytes(): number {
    return [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0)
  }
}
