import type { VersionChange } from './tracks.contract.ts'

/** A changelog's lines as text. */
export function changelogText(changes: readonly Pick<VersionChange, 'text'>[]): string {
  return changes.map(({ text }) => text).join('\n')
}

/** What somebody wrote about a version besides the lines of its changelog: empty where the text only repeats them. */
export function ownWords(changelog: string, changes: readonly Pick<VersionChange, 'text'>[]): string {
  return changelog === changelogText(changes) ? '' : changelog
}
