const URL_KEPT_MS = 60_000

/** Hands a file to the person, as any download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Browsers begin to read it after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), URL_KEPT_MS)
}
