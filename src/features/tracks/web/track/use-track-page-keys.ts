import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import type { TrackVersion } from '../../tracks.contract.ts'
import { playerStrings } from '../player/player.strings.ts'
import { trackStrings } from '../tracks.strings.ts'

interface TrackPageKeys {
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  readonly version: TrackVersion | undefined
  readonly onVersion: (versionId: string) => void
  readonly onUpload: (() => void) | undefined
  /** From other features. */
  readonly added: readonly PageKey[]
}

export function useTrackPageKeys({ versions, version, onVersion, onUpload, added }: TrackPageKeys): void {
  const { keys: words } = trackStrings
  const group = playerStrings.groups.page
  const step = (by: 1 | -1) => () => {
    const next = versions[versions.findIndex(({ id }) => id === version?.id) + by]
    if (next) onVersion(next.id)
  }
  const stepping: readonly PageKey[] =
    versions.length < 2
      ? []
      : [
          { keys: ['V'], label: words.newer, group, run: step(-1) },
          { keys: ['Shift+V'], label: words.older, group, run: step(1) },
        ]
  usePageKeys([
    ...stepping,
    ...(onUpload ? [{ keys: ['U'], label: trackStrings.uploadVersion, group, run: onUpload }] : []),
    ...added,
  ])
}
