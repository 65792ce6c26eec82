const URL_KEPT_MS = 60_000

/** Starts a download of the blob. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Browsers begin to read it after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), URL_KEPT_MS)
}
