/**
 * Files that another app has shared with the installed app. The service worker caught them and keeps them here, also
 * for somebody who has to sign in first, until they are uploaded or removed (src/web/service-worker).
 */
const CACHE = 'shared-files'

export interface SharedFile {
  /** Its address in the cache. */
  readonly key: string
  readonly file: File
}

/** Oldest first. */
export async function readSharedFiles(): Promise<readonly SharedFile[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(CACHE)
  const requests = await cache.keys()
  const files = await Promise.all(
    requests.map(async (request): Promise<SharedFile | undefined> => {
      const answer = await cache.match(request)
      if (!answer) return undefined
      const { headers } = answer
      const name = decodeURIComponent(headers.get('x-file-name') ?? 'file')
      const lastModified = Number(headers.get('x-last-modified')) || Date.now()
      const type = headers.get('content-type') ?? ''
      return { key: request.url, file: new File([await answer.blob()], name, { type, lastModified }) }
    }),
  )
  return files.filter((one) => one !== undefined)
}

export async function removeSharedFiles(files: readonly SharedFile[]): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all(files.map(({ key }) => cache.delete(key)))
}

/** At sign-out: nothing stays in this browser. */
export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false)
}
