/** Where a version's files lie; the same on every driver, and never changed once written. */
export interface VersionPlace {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

/** Key of the file that was uploaded. `name` is a safe name. */
export function originalKey({ projectId, trackId, versionId, name }: VersionPlace & { readonly name: string }): string {
  return `projects/${projectId}/${trackId}/${versionId}/${name}`
}

/** Key of something made from an original, beside it: `stream.flac`, `peaks.bin`. */
export function derivedKey(original: string, name: string): string {
  return `${original.slice(0, original.lastIndexOf('/'))}/derived/${name}`
}

/** The version that a key belongs to; undefined for keys of another kind. */
export function versionIdOf(key: string): string | undefined {
  const [root, , , versionId, ...rest] = key.split('/')
  return root === 'projects' && rest.length > 0 ? versionId : undefined
}

/** The track that an original's key belongs to. */
export function trackIdOf(key: string): string {
  return key.split('/')[2] ?? ''
}
