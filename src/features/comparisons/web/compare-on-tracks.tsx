import { Layers } from 'lucide-react'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { versionBefore } from '#features/tracks/web/list/track-list.ts'
import type {
  TrackMenuAddition,
  TrackMenuPlace,
  TrackPageAddition,
  TrackPagePlace,
} from '#features/tracks/web/track-points.ts'
import { TrackBarButton } from '#features/tracks/web/track/TrackBarButton.tsx'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { useCompare } from './use-compare.ts'

export function useCompareInMenus(project: ProjectDetails): TrackMenuAddition {
  const compare = useCompare(project.id)
  const withBefore = (
    { track, versions }: TrackMenuPlace,
    version: TrackVersion,
    isMeant: (before: TrackVersion) => boolean = () => true,
  ): MenuEntry => {
    const before = versionBefore(versions, version)
    return (
      before &&
      version.state === 'ready' &&
      isMeant(before) && {
        kind: 'action',
        label: text(trackStrings.compareWithBefore, { number: before.number }),
        icon: Layers,
        onSelect: () => compare(track.id, [version.id, before.id]),
      }
    )
  }
  return {
    ofTrack: ({ version, ...place }) => [version && withBefore(place, version)],
    ofVersion: ({ version, ...place }) => {
      const { id: trackId, currentVersionId } = place.track
      return [
        version.state === 'ready' &&
          currentVersionId !== null &&
          currentVersionId !== version.id && {
            kind: 'action',
            label: trackStrings.compareWithCurrent,
            icon: Layers,
            onSelect: () => compare(trackId, [currentVersionId, version.id]),
          },
        withBefore(place, version, ({ id }) => id !== currentVersionId),
      ]
    },
    ofChoice: ({ track, versions, version, labelOf }) =>
      version.state === 'ready' && versions.length > 1
        ? [
            { kind: 'separator' },
            {
              kind: 'submenu',
              label: trackStrings.compareWith,
              icon: Layers,
              entries: versions
                .filter((one) => one.id !== version.id && one.state === 'ready')
                .map((one) => ({
                  kind: 'action',
                  label: labelOf(one),
                  onSelect: () => compare(track.id, [version.id, one.id]),
                })),
            },
          ]
        : [],
  }
}

export function useCompareOnTrackPage({ project, listed, version }: TrackPagePlace): TrackPageAddition {
  const compare = useCompare(project.id)
  if (!listed || version?.state !== 'ready') return {}
  return {
    topBar: (
      <TrackBarButton
        icon={Layers}
        isDispensable
        label={trackStrings.compare}
        title={trackStrings.compare}
        onClick={() => compare(listed.track.id, withNeighbour(listed.versions, version))}
      />
    ),
  }
}

/** The version before it, or else the one after; a single version opens a deck to which others can be added. */
function withNeighbour(versions: readonly TrackVersion[], version: TrackVersion): readonly string[] {
  const ready = versions.filter(({ state }) => state === 'ready')
  const at = ready.findIndex(({ id }) => id === version.id)
  const neighbour = ready[at + 1] ?? ready[at - 1]
  return neighbour ? [version.id, neighbour.id] : [version.id]
}
