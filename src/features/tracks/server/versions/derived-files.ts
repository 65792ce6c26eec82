import type { Selectable } from 'kysely'
import { derivedKey } from '#server/storage/version-key.ts'
import type { VersionTable } from '../tracks.tables.ts'

const NAMES = { flac: 'stream.flac', frameIndex: 'stream.fidx', peaks: 'peaks.rmpk', energy: 'energy.rmen' } as const
export type DerivedFile = keyof typeof NAMES
export const derivedFiles: readonly DerivedFile[] = ['flac', 'frameIndex', 'peaks', 'energy']

/** What the analysis makes lies beside the original and can always be made again. */
export function derivedFileKey(version: Pick<Selectable<VersionTable>, 'storage_key'>, file: DerivedFile): string {
  return derivedKey(version.storage_key, NAMES[file])
}
