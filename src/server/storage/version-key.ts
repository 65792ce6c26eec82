/** The ids and name that make a version's keys; the same for every driver, and never changed. */
export interface VersionPlace {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

/** The key of the uploaded file. `name` must be a safe name. */
export function originalKey({ projectId, trackId, versionId, name }: VersionPlace & { readonly name: string }): string {
  return `projects/${projectId}/${trackId}/${versionId}/${name}`
}

/** The key of a generated file beside its original: `stream.flac`, `peaks.bin`. */
export function derivedKey(original: string, name: string): string {
  return `${original.slice(0, original.lastIndexOf('/'))}/derived/${name}`
}

/** The version that a key belongs to; undefined for other keys. */
export function versionIdOf(key: string): string | undefined {
  const [root, , , versionId, ...rest] = key.split('/')
  return root === 'projects' && rest.length > 0 ? versionId : undefined
}

/** The track that an original's key belongs to. */
export function trackIdOf(key: string): string {
  return key.split('/')[2] ?? ''
}
