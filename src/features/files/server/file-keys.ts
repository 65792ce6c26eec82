export interface FilePlace {
  readonly projectId: string
  readonly versionId: string
  /** A safe name. */
  readonly name: string
}

/** The key of a version's bytes; it never changes, whatever the file is called later. */
export function fileKey({ projectId, versionId, name }: FilePlace): string {
  return `files/${projectId}/${versionId}/${name}`
}

/** The version that a key belongs to; undefined for other keys. */
export function versionIdOfFile(key: string): string | undefined {
  const [root, , versionId, ...rest] = key.split('/')
  return root === 'files' && rest.length > 0 ? versionId : undefined
}
