import type { VersionChange } from './tracks.contract.ts'

/** A changelog's lines as one text. */
export function changelogText(changes: readonly Pick<VersionChange, 'text'>[]): string {
  return changes.map(({ text }) => text).join('\n')
}

/** The changelog text that somebody wrote besides its lines: empty if the text only repeats them. */
export function ownWords(changelog: string, changes: readonly Pick<VersionChange, 'text'>[]): string {
  return changelog === changelogText(changes) ? '' : changelog
}
